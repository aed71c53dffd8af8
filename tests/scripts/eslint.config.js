// The rules for the scripts of the theme and of the extension for VS Code. `tests/scripts/run` copies this file beside the linter, under target/eslint.
import js from '@eslint/js';
import globals from 'globals';

const rules = {
    ...js.configs.recommended.rules,
    eqeqeq: 'error',
    'max-lines-per-function': ['error', { max: 60, skipComments: true, skipBlankLines: true }],
    'no-shadow': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
};

export default [
    {
        files: ['book/theme/**/*.js', 'templates/*.js'],
        linterOptions: { reportUnusedDisableDirectives: 'error' },
        languageOptions: { ecmaVersion: 2022, sourceType: 'module', globals: globals.browser },
        rules,
    },
    {
        files: ['editors/**/*.js', 'tests/all/lsp/*.js'],
        linterOptions: { reportUnusedDisableDirectives: 'error' },
        languageOptions: { ecmaVersion: 2022, sourceType: 'commonjs', globals: globals.node },
        rules,
    },
];
