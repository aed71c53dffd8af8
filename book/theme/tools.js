/* The modules in `tools/`, for scripts that are fetched when they are needed. */
