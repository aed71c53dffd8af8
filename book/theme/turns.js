/* What quiz and play stand on: what a reader has done, kept in the browser alone; and a quiz that begins when a button
   of a hand asks for it. */
(function () {
    'use strict';
    var mouche = window.mouche = window.mouche || {};

    /* What is kept under a name. */
    mouche.kept = function (name) {
        return {
            read: function () {
                try {
                    return JSON.parse(localStorage.getItem(name)) || {};
                } catch (_) {
                    return {};
                }
            },
            write: function (done) {
                try {
                    localStorage.setItem(name, JSON.stringify(done));
                } catch (_) { /* Then it holds for this page. */ }
            }
        };
    };

    /* Chips won or lost. */
    mouche.signed = function (chips) {
        return chips > 0 ? '+' + chips : String(chips).replace('-', '−');
    };

    mouche.make = function (name, words, className) {
        var one = document.createElement(name);
        if (words) { one.textContent = words; }
        if (className) { one.className = className; }
        return one;
    };

    mouche.load = function (address, then) {
        var script = document.createElement('script');
        script.src = address;
        script.onload = then;
        document.head.appendChild(script);
    };

    document.addEventListener('click', function (event) {
        var button = event.target.closest('[data-go=quiz]');
        if (!button || button.dataset.is) { return; }
        button.dataset.is = 'asked';
        function begin() {
            mouche.quiz(button.closest('.hand'));
        }
        /* In another's book it is there already. */
        if (mouche.quiz) {
            begin();
        } else {
            mouche.load(document.body.dataset.quiz, begin);
        }
    });
}());
