#!/usr/bin/env python3
"""Plays random sessions of Mus by the referee's rules, and tells them as scenario files that must hold.

    python3 tests/referee/mus.py --game mus-pairs --number 500 --seed 1 --out DIR [--falsify]
    python3 tests/referee/mus.py FILE…      holds these against the referee

DIR gets a file a session; with `--falsify` the same files, each with exactly one expectation that is false. Companies and
options go round: the defaults, every option alone, and every two together."""
import argparse
import copy
import itertools
import random
import sys
from pathlib import Path

from check_worked_hands import scenarios
from games import Unsettled
from mus_files import CHOICES, DONE, FAILURES, Play, hold, outcome
from mus_game import BETS, DECLARED, OPTIONS, PACK, PHASES, SEATS, Act, Deal, Rules, Session
from sessions import Expectation, Line

NAMES = ['Ana', 'Blas', 'Celia', 'Diego', 'Eva', 'Fabio', 'Gloria', 'Hugo']
CLAUSES = ['mus.ask', 'mus.discard', 'mus.seen', 'declare', 'bet.turn', 'bet.open', 'bet.pass', 'bet.raise', 'bet.ordago']
SAID = {verb: word for word, verb in DONE.items()}


def plan(game, count, rng):
    """(players, options) of each session"""
    values = [(name, value) for name, all_of_it in OPTIONS[game].items() for value in all_of_it[1:]]
    few = [{}] + [{name: value} for name, value in values]
    many = [dict([a, b]) for a, b in itertools.combinations(values, 2) if a[0] != b[0]]
    for options in few + many:
        if options.get('rich_prizes'):
            options.setdefault('royal', 'king')
    rng.shuffle(many)
    low, high = SEATS[game]
    companies = itertools.cycle(range(low, high + 1))
    return [(next(companies), options) for options in itertools.islice(itertools.cycle(few + many), count)]


class Telling:
    """one session, told as it is played"""

    def __init__(self, game, seats, options, rng):
        self.rng, self.game, self.options, self.names = rng, game, options, NAMES[:seats]
        self.chips, self.lines, self.happened = None, [], {}
        if game == 'mus-individual' and rng.random() < 0.5:
            self.chips = [rng.choice([0, 1, 1, 2, 3, 5, 8, 12]) for _ in range(seats)]
            if sum(n > 0 for n in self.chips) < 2:
                self.chips = [n + 1 for n in self.chips]
        self.session = Session(game, seats, options, self.chips)
        self.pairs, self.rules = self.session.pairs, self.session.rules
        self.thirst, self.boldness = rng.choice([0.3, 0.6, 0.97]), rng.choice([0.1, 0.5, 1.0])
        self.lies, self.words = rng.choice([0, 0, 0.05, 0.25]), rng.choice([0.15, 0.4, 0.8])

    def chance(self, p):
        return self.rng.random() < p

    def count(self, what):
        self.happened[what] = self.happened.get(what, 0) + 1

    # What is expected

    def name(self, seat):
        return 'none' if seat is None else self.names[seat]

    def winner(self, seat):
        return Expectation('winner', self.name(seat), self.names + ['none'])

    def number(self, kind, n, dropped=False):
        return Expectation(kind, str(n), [str(n + 1), str(n + 4)] + ([None] if dropped else []))

    def clause(self, clause):
        return Expectation('clause', clause, CLAUSES)

    def choices(self, choices):
        said = self.rng.sample(choices, len(choices))
        more = self.rng.choice([c for c in CHOICES if c not in choices])
        wrong = [said + [more]] + [[c for c in said if c != one] for one in said if len(said) > 1]
        return Expectation('choices', ' or '.join(said), [' or '.join(w) for w in wrong])

    def pair(self, kind, numbers):
        """two numbers, of which the first or the second may be false"""
        a, b = numbers
        return Expectation(kind, '%d %d' % (a, b), ['%d %d' % (a + 1, b), '%d %d' % (a, b + 1)])

    # A session's first state, and what a later deal asserts

    def opening(self, first):
        session, rng, lines = self.session, self.rng, [Line('dealer ' + self.name(self.session.dealer))]
        if first:
            if self.pairs and self.chance(0.7):
                low = rng.choice([0, session.target - 12, session.target - 5])
                session.score = [rng.randrange(low, session.target) for _ in range(2)]
            if self.pairs and self.chance(0.4):
                session.games = [rng.randrange(session.goal) for _ in range(2)]
            if not self.pairs and self.chance(0.4):
                session.lost = [rng.randrange(session.goal) if n else 0 for n in session.purses]
        elif self.chance(0.3):
            lines[0] = Line('dealer ', Expectation('state', self.name(session.dealer), self.names))
        for kind in ('score', 'games') if self.pairs else ():
            numbers = getattr(session, kind)
            if first and any(numbers) or not first and self.chance(0.3):
                lines.append(Line(kind + ' ', '%d %d' % tuple(numbers) if first else self.pair('state', numbers)))
        for seat, n in enumerate([] if self.pairs else session.lost):
            if n < session.goal and (first and n or not first and self.chance(0.2)):
                lines.append(Line('lost %s ' % self.name(seat), str(n) if first else self.number('state', n)))
        return lines

    def deal(self):
        """hands: some as they fall, some the best of a few"""
        pack, size, hands = self.rng.sample(PACK, 40), 4 if self.pairs else 5, {}
        for seat in self.session.dealt():
            chosen = pack[:size]
            if self.chance(0.4) and len(pack) > 2 * size:
                phase = self.rng.choice(PHASES)
                hands_of_it = [self.rng.sample(pack, size) for _ in range(5)]
                known = [h for h in hands_of_it if self.rules.key(phase, h[:4]) is not None]
                chosen = max(known, key=lambda h: self.rules.key(phase, h[:4]), default=chosen)
            hands[seat] = chosen
            pack = [c for c in pack if c not in chosen]
        return hands, pack

    # A deal

    def tell(self, most):
        first = True
        for _ in range(most):
            if self.session.over:
                break
            kept = copy.deepcopy(self.session), list(self.lines), dict(self.happened)
            while True:
                try:
                    self.tell_deal(first)
                    break
                except Unsettled:
                    self.session, self.lines, self.happened = copy.deepcopy(kept[0]), list(kept[1]), dict(kept[2])
            first = False

    def fence(self, word, lines):
        self.lines += [Line(''), Line('```' + word), *lines, Line('```')]

    def tell_deal(self, first):
        session, rng = self.session, self.rng
        if first and self.session.purses:
            session.dealer = rng.choice([s for s, n in enumerate(session.purses) if n])
        if self.chance(0.05):
            self.count('misdeal')
            self.fence('deal', [Line('dealer ' + self.name(session.dealer)), Line('misdeal')])
            self.tell_payout(None)
            return
        opening = self.opening(first)
        hands, stock = self.deal()
        told = stock[:rng.randrange(len(stock) + 1)] if self.pairs and self.chance(0.4) else []
        def shuffle(cards):
            self.count('shuffle')
            rng.shuffle(cards)
            return len(cards)
        deal = Deal(session, hands, stock, len(stock), shuffle)
        cards = [Line('%s %s' % (self.name(s), ' '.join(c))) for s, c in hands.items()]
        self.fence('deal', opening + cards + ([Line('stock ' + ' '.join(told))] if told else []))
        outside, self.lines = self.lines, []
        self.drawn, self.told, self.laid = 0, len(told), {}
        self.current, self.phase, self.fresh, self.pending, self.closed = None, None, False, False, set()
        play, stones = Play(deal), sum(session.purses or [])
        while play.turn:
            self.tell_turn(play, deal)
        self.flush()
        script, self.lines = self.lines, outside
        assert self.pairs or stones == sum(deal.purses) + sum(deal.taken.values()), 'a stone is lost'
        self.fence('script', script)
        for what, happened in (('game or round ended in betting', deal.ended and not deal.says.get('jeu')),
                               ('ended in the reckoning', deal.ended and deal.says.get('jeu') and not deal.ordago),
                               ('ordago won', deal.ordago or deal.picked), ('match over', session.over),
                               ('ended', deal.ended)):
            if happened:
                self.count(what)
        self.tell_payout(deal)

    def flush(self):
        if self.current:
            self.lines.append(self.current)
        self.current = None

    def say(self, *parts, alone=False):
        """a statement, behind a comma or on a line of its own"""
        if alone or self.current and self.chance(0.2):
            self.flush()
        if self.current:
            self.current.parts += [', ', *parts]
        else:
            self.current = Line(*parts)
        self.pending = self.fresh = False
        if alone:
            self.flush()

    def tell_turn(self, play, deal):
        turn, phase = play.turn, deal.phase
        if phase != self.phase:
            self.phase, self.fresh = phase, True
        if turn.kind == 'declare' and len(deal.says[phase]) == 0 and not self.pending:
            self.try_something(deal, turn)
            if self.fresh and self.chance(0.3 if self.lies else 0.5):
                self.omit(play, deal, phase)
                return
        if turn.kind == 'declare' and self.pending:
            self.omit(play, deal, phase)
            return
        if self.pairs and not self.pending and self.chance(self.words / 8):
            self.flush()
            self.lines.append(Line('score ', self.pair('score', self.session.score)))
        if turn.kind != 'declare' and self.chance(self.words):
            clause = [' (', self.clause(turn.clause), ')'] if self.chance(0.5) else []
            self.say('%s may ' % self.name(turn.seat), self.choices(turn.choices), *clause, alone=True)
        if not self.pending:
            self.try_something(deal, turn)
        act = self.choose(deal, turn)
        begins = '%s: ' % phase if phase and self.fresh and self.chance(0.85) else ''
        if begins:
            self.flush()
        if act.verb == 'seen':
            self.count('mus seen')
            self.say('mus seen', alone=True)
        elif act.verb == 'discard':
            self.flush()
            line = Line('%s discards %s' % (self.name(act.seat), ' '.join(act.cards)))
            self.lines.append(line)
            self.laid[act.seat] = line
        else:
            self.say(begins + '%s %s' % (self.name(act.seat), self.done(act, phase)))
        before = deal.served
        play.send(act)
        if deal.served is not before and deal.served:
            self.tell_served(deal)
        self.tell_closed(play, deal, phase)

    def omit(self, play, deal, phase):
        """declarations that are not written: the reader has to make them"""
        self.pending = True
        play.declare(phase)
        closed = deal.phase != phase or play.turn is None
        result = deal.results.get(phase)
        must = closed and play.turn is not None and play.turn.kind == 'declare' and self.chance(0.7)
        if closed and (must or self.chance(0.5)) and not (result and result.unsettled):
            self.say('%s: -> ' % phase, self.winner(result and result.winner), alone=True)
        if closed:
            self.closed.add(phase)
        self.tell_closed(play, deal, None)

    def tell_closed(self, play, deal, phase):
        """arrows of the phases that this closed"""
        nobody = deal.nobody_has_jeu
        for closed in list(deal.results) + (['jeu'] if nobody else []):
            if closed in self.closed:
                continue
            self.closed.add(closed)
            result = deal.results.get(closed)
            self.count(result.how if result else 'nobody has jeu')
            if result and any(deal.false(closed, s) for s in result.inside):
                self.count('lie settled')
            if self.chance(0.75) and not (result and result.unsettled):
                arrow = self.winner(result and result.winner)
                if closed == phase and self.current:
                    self.current.parts += [' -> ', arrow]
                elif closed != phase:
                    self.flush()
                    self.lines.append(Line('%s: -> ' % closed, arrow))
            self.flush()
        if play.turn is None and not self.pending and self.pairs and self.chance(0.3):
            self.flush()
            self.lines.append(Line('score ', self.pair('score', deal.score)))

    def tell_served(self, deal):
        for seat, got in deal.served.items():
            self.drawn += len(got)
            if self.drawn > self.told or self.chance(0.5):
                self.laid[seat].parts.append(' for ' + ' '.join(got))

    def done(self, act, phase):
        if act.verb == 'says':
            return ('falsely has ' if act.false else 'has ') + (phase if act.n else 'none')
        if act.verb in SAID:
            return SAID[act.verb] + (' %d' % act.n if act.n else '') + (' for both' if act.both else '')
        return 'is served' if act.verb == 'served' else act.verb

    # What is done, and what is tried

    def choose(self, deal, turn):
        rng, seat = self.rng, turn.seat
        if turn.kind == 'ask':
            if seat == deal.hand and self.chance(0.07):
                return Act(None, 'seen')
            return Act(seat, 'mus' if self.chance(self.thirst) else 'no mus')
        if turn.kind == 'seen' and self.chance(0.25):
            return Act(seat, 'served')
        if turn.kind in ('lay', 'seen'):
            most = rng.choice([1, 2, 3, 4, 4 if self.thirst > 0.9 else 2]) if self.pairs else 1
            return Act(seat, 'discard', cards=rng.sample(deal.hands[seat], most))
        if turn.kind == 'declare':
            has = self.rules.key(deal.phase, deal.hands[seat]) is not None
            false = self.chance(self.lies)
            return Act(seat, 'says', has != false, false=false)
        weights = {'pass': 3, 'accept': 3, 'refuse': 2, 'envido': 3 * self.boldness, 'raise': 3 * self.boldness,
                   'ordago': 0.5 * self.boldness}
        while True:
            verb = rng.choices(turn.choices, [weights[c] for c in turn.choices])[0]
            act = Act(seat, verb, self.amount(verb), both=self.pairs and verb in ('pass', 'refuse') and self.chance(0.15))
            if self.may_be_bare(act) and deal.refusal(act) is None:
                return act

    def amount(self, verb):
        """how much is bet, or raised; None: the bare word"""
        few = [1, 1, 2, 3, 4, 5, 6, 8, 10, 12]
        return self.rng.choice([None] * 6 + (few + [40, 200] if self.pairs else few)) if verb in ('envido', 'raise') else None

    def may_be_bare(self, act):
        """one who has a stone cannot say envido without a number: the text does not tell what that were"""
        return not (act.verb == 'envido' and act.n is None and not self.pairs and self.session.purses[act.seat] < 2)

    def try_something(self, deal, turn):
        while self.chance(self.words / 3):
            seat = turn.seat if self.chance(0.6) else self.rng.choice(deal.order)
            verb = self.rng.choice(list(BETS) * 2 + ['discard', 'served'] + (['mus', 'no mus'] if self.pairs else []))
            act = Act(seat, verb, self.amount(verb))
            if verb == 'discard':
                act.cards = self.rng.sample(deal.hands[seat], min(len(deal.hands[seat]), self.rng.randrange(1, 5)))
            if verb == 'discard' and not act.cards or not self.may_be_bare(act) or turn.kind == 'seen' and verb in BETS:
                continue
            clause = deal.refusal(act)
            if clause is None:
                continue
            words = {'mus': 'say mus', 'no mus': 'say no mus', 'served': 'be served'}.get(verb, verb)
            words += ' ' + ' '.join(act.cards) if act.cards else ' %d' % act.n if act.n else ''
            legal = ['; legal: ', self.choices(turn.choices)] if turn.kind != 'declare' and self.chance(0.4) else []
            self.say('%s tries to %s (refused: ' % (self.name(seat), words), self.clause(clause), *legal, ')', alone=True)

    # What it comes to

    def tell_payout(self, deal):
        lines = []
        if self.chance(0.1):
            return
        for key, n in outcome(self.session, deal).items():
            if key in ('score', 'games'):
                if self.chance(0.7):
                    lines.append(Line(key + ' ', self.pair(key, n)))
            elif key[0] in ('has', 'lost'):
                if self.chance(0.6):
                    lines.append(Line('%s %s ' % (self.name(key[1]), key[0]), self.number(key[0], n)))
            else:
                whose = self.name(key[1])
                if self.pairs:
                    whose = '+'.join(self.rng.sample([self.names[key[1]], self.names[key[1] + 2]], 2))
                shown = key[0] != 'ordago' or not self.pairs or self.chance(0.5)
                amount = [' ', self.number(key[0], n, dropped=True)] if shown else []
                lines.append(Line('%s %s' % (key[0], whose), *amount))
        if lines:
            self.fence('payout', lines)

    def expectations(self):
        return [part for line in self.lines for part in line.parts if isinstance(part, Expectation)]

    def render(self, title, falsified=None, by=None):
        def toml(value):
            if isinstance(value, dict):
                return '{ %s }' % ', '.join('%s = %s' % (k, toml(v)) for k, v in value.items())
            return str(value).lower() if isinstance(value, bool) else '"%s"' % value if isinstance(value, str) else str(value)
        lines = ['# ' + title, '', '```toml scenario', 'edition = "%s"' % self.game,
                 'players = [%s]' % ', '.join('"%s"' % name for name in self.names)]
        if self.options:
            lines.append('options = ' + toml(self.options))
        if self.chips:
            lines.append('chips = ' + toml(dict(zip(self.names, self.chips))))
        texts = [line.render(falsified, by) for line in self.lines]
        return '\n'.join(lines + ['```', '', 'Played at random.'] + [t for t in texts if t is not None]) + '\n'


def play_sessions(given):
    rng = random.Random('%s %d' % (given.game, given.seed))
    given.out.mkdir(parents=True, exist_ok=True)
    deals = held = 0
    happened = {}
    for i, (seats, options) in enumerate(plan(given.game, given.number, rng)):
        telling = None
        while telling is None or not telling.expectations():
            telling = Telling(given.game, seats, options, rng)
            telling.tell(rng.choice([1, 1, 2, 3, 6]))
        title = '%s %d' % (given.game, i)
        text = telling.render(title)
        numbers = hold(text)                 # the reader agrees with the writer
        deals, held = deals + numbers[0], held + numbers[1]
        kind = rng.choice(sorted({e.kind for e in telling.expectations()}))
        false = rng.choice([e for e in telling.expectations() if e.kind == kind])
        wrong = telling.render(title, false, rng.choice(false.wrong))
        try:
            hold(wrong)
            raise AssertionError('%d: falsified, and holds: %s %r' % (i, kind, false.text))
        except FAILURES:
            pass
        (given.out / ('%04d.md' % i)).write_text(wrong if given.falsify else text)
        for what, n in telling.happened.items():
            happened[what] = happened.get(what, 0) + n
    print('%s: %d sessions, %d deals, %d expectations' % (given.game, given.number, deals, held))
    print(', '.join('%s %d' % pair for pair in sorted(happened.items())))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument('files', nargs='*', type=Path)
    arguments.add_argument('--game', choices=list(OPTIONS))
    arguments.add_argument('--number', type=int, default=500)
    arguments.add_argument('--seed', type=int, default=1)
    arguments.add_argument('--out', type=Path)
    arguments.add_argument('--falsify', action='store_true')
    given = arguments.parse_args()
    if not given.files and not (given.game and given.out):
        arguments.error('a game and a folder, or files')
    failures = 0
    for path in given.files:
        for text in scenarios(path.read_text()):
            try:
                print('%s: %s: holds: %d deals, %d expectations' % (path, text.split('\n')[0][2:], *hold(text)))
            except (*FAILURES, Unsettled) as error:
                failures += 1
                print('%s: %s: %s: %s' % (path, text.split('\n')[0][2:], type(error).__name__, error))
    if given.game:
        play_sessions(given)
    sys.exit(failures > 0)


if __name__ == '__main__':
    main()
