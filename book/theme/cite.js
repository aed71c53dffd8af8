/* A clause is linked to and cited by a touch: its § copies its address; an opened clause copies its citation, or shows it as BibTeX.
   What the citation says stands in the page; this only adds the address, and the buttons. */
(function () {
    'use strict';
    var data = document.querySelector('.cite-data').dataset;

    function address(clause) {
        return location.href.split('#')[0] + '#' + clause;
    }

    /* What cannot be copied is shown, to be copied by hand. */
    function copy(text, said) {
        var shown = said.parentNode.querySelector('pre') || document.createElement('pre');
        shown.textContent = text;
        shown.tabIndex = 0;
        return navigator.clipboard.writeText(text).then(function () {
            said.textContent = 'Copied.';
        }, function () {
            said.textContent = '';
            said.after(shown);
        });
    }

    function bibtex(clause, title, note) {
        var plain = function (text) { return text.replace(/[{}\\]/g, '').replace(/[&%$#_]/g, '\\$&'); };
        var year = (/\d{4}/.exec(data.version) || [''])[0];
        var fields = {
            author: '{' + plain(data.authors) + '}', title: plain(title), booktitle: plain(data.book), chapter: plain(data.chapter),
            edition: plain(data.version), year: year, url: address(clause), note: plain(note)
        };
        var lines = Object.keys(fields).filter(function (key) { return fields[key]; }).map(function (key) {
            return '  ' + key + ' = {' + fields[key] + '}';
        });
        return '@incollection{' + location.pathname.split('/').pop().replace(/\.html$/, '') + ':' + clause + ',\n' + lines.join(',\n') + '\n}\n';
    }

    function button(words, act) {
        var made = document.createElement('button');
        made.type = 'button';
        made.textContent = words;
        made.addEventListener('click', act);
        return made;
    }

    function furnish(cell) {
        var heading = cell.closest('.clause-apparatus').previousElementSibling;
        while (heading && heading.tagName !== 'H3') {
            heading = heading.previousElementSibling;
        }
        if (!heading || cell.querySelector('button')) {
            return;
        }
        var said = document.createElement('span');
        var words = cell.firstElementChild.textContent;
        said.setAttribute('role', 'status');
        cell.append(document.createElement('br'), button('Copy link', function () {
            copy(address(heading.id), said);
        }), ' ', button('Copy citation', function () {
            copy(words + ' ' + address(heading.id), said);
        }), ' ', button('BibTeX', function () {
            copy(bibtex(heading.id, heading.textContent, words.slice(words.lastIndexOf('; ') + 2)), said);
        }), ' ', said);
    }

    /* The small sign beside a clause's name copies where it is. */
    document.addEventListener('click', function (event) {
        var link = event.target.closest('h3 > a.header');
        if (link) {
            navigator.clipboard.writeText(address(link.hash.slice(1))).catch(function () { /* The address line has it. */ });
        }
    });

    /* A `details` that opens tells nobody above it: so it is heard on the way down. */
    document.addEventListener('toggle', function (event) {
        var cell = event.target.open && event.target.querySelector('.citation');
        if (cell) {
            furnish(cell);
        }
    }, true);
    document.querySelectorAll('.clause-apparatus[open] .citation').forEach(furnish);
}());
