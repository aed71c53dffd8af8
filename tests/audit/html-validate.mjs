// html-validate: everything it recommends, but for what stands here, each with its reason.
export default {
    extends: ['html-validate:recommended'],
    rules: {
        // A clause's id has a dot in it (`play.trump`), and a hand's may have an accent: HTML allows all but white space.
        'valid-id': ['error', { relaxed: true }],
        // mdBook's serializer leaves blanks at ends of lines. Nobody sees them, and compression takes them away.
        'no-trailing-whitespace': 'off',
        // A hand's title tells its story, and the book's name follows it.
        'long-title': 'off',
    },
};
