#!/usr/bin/env python3
"""Confirms the worked hands of `tests/machine`, and that each single slip put into one of them is found.

    python3 tests/referee/check_worked_hands.py [FILE…]

A file may hold several hands, each under its own heading, or blocks of four backticks with one hand in each."""
import re
import sys
from pathlib import Path

from games import OPTIONS, Refused, ScriptError, Unsettled
from scenarios import Wrong, hold

CLAUSES = ['play.follow', 'play.head', 'play.trump', 'play.overtrump', 'play.discard', 'lead.duty', 'pam.civil',
           'pam.calls', 'forced', 'forced.last', 'exchange.once', 'exchange.short', 'decl.fold', 'decl.bid']


def scenarios(text):
    blocks = re.findall(r'^````markdown\n(.*?)^````$', text, re.M | re.S)
    if blocks:
        return blocks
    return [part for part in re.split(r'^(?=# )', text, flags=re.M) if '```toml scenario' in part]


def slips(text):
    """(what was changed, the changed text): one expectation each"""
    header = re.search(r'^players\s*=\s*\[(.*)\]', text, re.M)[1]
    names = re.findall(r'"(.*?)"', header)
    fence = None
    lines = text.splitlines()
    for i, line in enumerate(lines):
        if line.startswith('```'):
            fence = line[3:].strip() if fence is None else None
            continue
        changed = []
        if fence == 'script':
            winner = re.search(r'-> (.+)$', line)
            if winner:
                changed += [line[:winner.start(1)] + n for n in names if n != winner[1]]
            number = re.match(r'(\d+)\.', line)
            if number:
                changed.append('%d%s' % (int(number[1]) + 1, line[number.end(1):]))
            for clause in re.finditer(r'(?<=refused: )([a-z.-]+)', line):
                changed += [line[:clause.start()] + c + line[clause.end():] for c in CLAUSES if c != clause[1]][:6]
            clause = re.search(r' may .*\(([a-z.-]+)\)$', line)
            if clause:
                changed += [line[:clause.start(1)] + c + ')' for c in CLAUSES if c != clause[1]][:6]
            cards = re.search(r'(?:may|legal:) ((?:\S+[♠♥♦♣] ?)+)', line)
            if cards and len(cards[1].split()) > 1:
                fewer = ' '.join(cards[1].split()[1:])
                changed.append(line[:cards.start(1)] + fewer + (' ' if cards[1].endswith(' ') else '') + line[cards.end(1):])
        elif fence == 'payout':
            for number in re.finditer(r'\d+', line):
                for other in (int(number[0]) + 1, int(number[0]) + 5):
                    changed.append(line[:number.start()] + str(other) + line[number.end():])
        for other in changed:
            yield other.strip(), '\n'.join(lines[:i] + [other] + lines[i + 1:])


def main():
    paths = [Path(p) for p in sys.argv[1:]]
    if not paths:
        machine = Path(__file__).resolve().parent.parent / 'machine'
        paths = [machine / (game + '.md') for game in OPTIONS]
    confirmed = found = 0
    for path in paths:
        for text in scenarios(path.read_text()):
            title = re.search(r'^# (.*)', text, re.M)[1]
            try:
                hold(text)
                confirmed += 1
            except (Wrong, Refused, ScriptError, Unsettled) as error:
                print('%s: %s: %s: %s' % (path.name, title, type(error).__name__, error))
                continue
            for what, slip in slips(text):
                try:
                    hold(slip)
                    print('%s: %s: not found: %s' % (path.name, title, what))
                except (Wrong, Refused, ScriptError):
                    found += 1
    print('%d hands confirmed, %d slips found' % (confirmed, found))


if __name__ == '__main__':
    main()
