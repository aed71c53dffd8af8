"""Scenario files of Mus: read, and held against the referee."""
import re

from mus_game import PACK, PHASES, Act, BadDraw, Deal, Session
from games import Refused, ScriptError, Unsettled
from scenarios import Reader, Wrong, hands_of

DONE = {'passes': 'pass', 'envido': 'envido', 'raises': 'raise', 'ordago': 'ordago', 'accepts': 'accept', 'refuses': 'refuse'}
CHOICES = ['mus', 'no mus', 'be served', 'pass', 'envido', 'raise', 'ordago', 'accept', 'refuse']
FAILURES = (Wrong, Refused, ScriptError, BadDraw)


class MusReader(Reader):
    def act(self, seat, text):
        """what is done"""
        if text in ('mus', 'no mus'):
            return Act(seat, text)
        if text == 'is served':
            return Act(seat, 'served')
        if text.startswith('discards '):
            cards, _, drawn = text[9:].partition(' for ')
            return Act(seat, 'discard', cards=self.cards(cards), drawn=self.cards(drawn) if drawn else None)
        said = re.fullmatch(r'(falsely )?has (couples|jeu|none)', text)
        if said:
            act = Act(seat, 'says', said[2] != 'none', false=bool(said[1]))
            act.phase = None if said[2] == 'none' else said[2]
            return act
        bet = re.fullmatch(r'(passes|envido|raises|ordago|accepts|refuses)(?: (\d+))?( for both)?', text)
        if not bet or bet[2] and bet[1] not in ('envido', 'raises') or bet[3] and bet[1] not in ('passes', 'refuses'):
            raise ScriptError('not understood: ' + text)
        if bet[2] and int(bet[2]) == 0:
            raise ScriptError('a bet of nothing')
        return Act(seat, DONE[bet[1]], int(bet[2]) if bet[2] else None, both=bool(bet[3]))

    def attempt(self, seat, text):
        """what is tried"""
        if text in ('say mus', 'say no mus'):
            return Act(seat, text[4:])
        if text == 'be served':
            return Act(seat, 'served')
        if text.startswith('discard '):
            return Act(seat, 'discard', cards=self.cards(text[8:]))
        bet = re.fullmatch(r'(pass|envido|raise|ordago|accept|refuse)(?: (\d+))?', text)
        if not bet:
            raise ScriptError('not understood: ' + text)
        return Act(seat, bet[1], int(bet[2]) if bet[2] else None)

    @staticmethod
    def choices(text):
        choices = text.split(' or ')
        if not all(c in CHOICES or re.fullmatch(r'discard [14]', c) for c in choices):
            raise ScriptError('no choice: ' + text)
        return choices

    def line(self, line):
        """the items of a line of a script"""
        score = re.fullmatch(r'score (\d+) (\d+)', line)
        if score:
            yield 'score', [int(score[1]), int(score[2])]
            return
        if line in ('stop', 'mus seen'):
            yield ('stop',) if line == 'stop' else ('act', Act(None, 'seen'))
            return
        line, arrow, winner = line.partition('->')
        marker = re.match(r'(%s):' % '|'.join(PHASES), line)
        if marker:
            line = line[marker.end():]
        texts = [t.strip() for t in re.split(r',(?![^(]*\))', line)] if line.strip() else []
        if marker:
            yield 'marker', marker[1], not texts
        for text in texts:
            seat, rest = self.named(text)
            rest = re.sub(r'\s+', ' ', rest)
            if rest.startswith('may '):
                found = re.fullmatch(r'may (.*?)(?: \(([a-z.]+)\))?', rest)
                yield 'may', seat, self.choices(found[1]), found[2]
            elif rest.startswith('tries '):
                found = re.fullmatch(r'tries to (.*?) \(refused: ([a-z.]+)(?:; legal: (.*))?\)', rest)
                if not found:
                    raise ScriptError('not understood: ' + rest)
                yield 'tries', self.attempt(seat, found[1]), found[2], self.choices(found[3]) if found[3] else None
            else:
                yield 'act', self.act(seat, rest)
        if arrow:
            winner = winner.strip()
            yield 'winner', None if winner == 'none' else self.named(winner)[0]

    def entries(self, lines, pairs):
        for text in (part.strip() for line in lines for part in line.split(',')):
            if not text:
                continue
            plain = re.fullmatch(r'(score|games) (\d+) (\d+)', text)
            if plain:
                yield plain[1], [int(plain[2]), int(plain[3])]
                continue
            word, _, rest = text.partition(' ')
            if word in PHASES or word == 'ordago':
                seat, rest = self.named(rest)
                if pairs:
                    partner, rest = self.named(rest.removeprefix('+').strip())
                    if partner == seat or partner % 2 != seat % 2:
                        raise ScriptError('no side: ' + text)
                yield (word, seat % 2 if pairs else seat), int(rest) if rest else None
            else:
                seat, rest = self.named(text)
                found = re.fullmatch(r'(has|lost) (\d+)', rest)
                if not found:
                    raise ScriptError('no entry: ' + text)
                yield (found[1], seat), int(found[2])


def open_deal(session, reader, lines, first):
    """reads a deal; what the first one tells is set, what a later one tells must be so; None if it was a misdeal"""
    hands, stock, told = {}, [], False
    for line in filter(None, lines):
        word, _, rest = line.partition(' ')
        numbers = [int(n) for n in re.findall(r'\d+', rest)]
        if word == 'misdeal':
            return None
        if word == 'dealer':
            seat = reader.named(rest.strip())[0]
            if not first and seat != session.dealer:
                raise Wrong('another dealer')
            session.dealer, told = seat, True
        elif word == 'stock':
            stock = reader.cards(rest)
        elif word in ('score', 'games', 'lost'):
            kept, below = getattr(session, word), session.target if word == 'score' else session.goal
            places = [reader.named(rest.strip())[0]] if word == 'lost' else [0, 1]
            for place, n in zip(places, numbers[-len(places):]):
                if not first and kept[place] != n:
                    raise Wrong('%s: %s' % (word, kept))
                if first and n >= below:
                    raise ScriptError('%s is not below %d' % (word, below))
                kept[place] = n
        else:
            seat, cards = reader.named(line)
            hands[seat] = reader.cards(cards)
    if first and not told:
        raise ScriptError('no dealer')
    if sorted(hands) != sorted(session.dealt()) or any(len(c) != (4 if session.pairs else 5) for c in hands.values()):
        raise ScriptError('hands of another size')
    out = [c for cards in hands.values() for c in cards] + stock
    if len(set(out)) != len(out) or not set(out) <= set(PACK):
        raise ScriptError('a card twice, or a foreign one')
    return Deal(session, hands, stock + [c for c in PACK if c not in out], len(stock))


class Play:
    """a deal, and the turn at which it stands; `phase`: of the last act"""

    def __init__(self, deal):
        self.deal, self.steps, self.phase = deal, deal.play(), None
        self.send(None)

    def send(self, act):
        self.phase = self.deal.phase
        try:
            self.turn = self.steps.send(act)
        except StopIteration:
            self.turn = None

    def declare(self, last=PHASES[-1]):
        """makes the declarations that are due, truly, those of the `last` phase at most"""
        while self.turn and self.turn.kind == 'declare' and PHASES.index(self.deal.phase) <= PHASES.index(last):
            has = self.deal.rules.key(self.deal.phase, self.deal.hands[self.turn.seat]) is not None
            self.send(Act(self.turn.seat, 'says', has))


def hold_script(play, items):
    """False if the file stops in the deal"""
    deal = play.deal
    for i, item in enumerate(items):
        kind = item[0]
        if kind == 'stop':
            return False
        if kind == 'score':
            now = deal.score or deal.session.score
            if not deal.pairs or now != item[1]:
                raise Wrong('score: %s' % now)
        elif kind == 'marker':
            if item[2]:
                play.declare(item[1])
                play.phase = item[1]
            else:
                act = next(x for x in items[i:] if x[0] in ('act', 'may'))
                if not (act[0] == 'act' and act[1].verb == 'says'):
                    play.declare()
                if deal.phase != item[1]:
                    raise Wrong('phase: %s' % deal.phase)
        elif kind == 'act':
            if item[1].verb == 'says':
                if play.turn and getattr(item[1], 'phase', None) not in (None, deal.phase):
                    raise Wrong('phase: %s' % deal.phase)
            else:
                play.declare()
            if play.turn is None:
                raise ScriptError('the deal is over')
            play.send(item[1])
        elif kind == 'winner':
            hold_winner(deal, play.phase, item[1])
        else:
            if kind == 'may':
                play.declare()
            if play.turn is None:
                raise ScriptError('the deal is over')
            hold_choice(deal, play.turn, item)
    play.declare()
    if play.turn is not None:
        raise ScriptError('the deal stops before its end: ' + play.turn.kind)
    return True


def hold_winner(deal, phase, winner):
    result = deal.results.get(phase)
    if result is None:
        if winner is not None or phase != 'jeu' or not deal.nobody_has_jeu:
            raise Wrong('%s is not closed' % phase)
        return
    if result.unsettled:
        raise Unsettled('who wins a phase whose bettor lied')
    if result.winner != winner:
        raise Wrong('%s: won by %s' % (phase, result.winner))


def hold_choice(deal, turn, item):
    if item[0] == 'may':
        _, seat, wanted, clause = item
        if seat != turn.seat or sorted(wanted) != sorted(turn.choices):
            raise Wrong('may: %d %s' % (turn.seat, turn.choices))
        if clause and clause != turn.clause:
            raise Wrong('binding: %s' % turn.clause)
        return
    _, act, clause, wanted = item
    if act.seat not in deal.hands or not set(act.cards) <= set(deal.hands[act.seat]):
        raise ScriptError('not in hand')
    if deal.refusal(act) != clause:
        raise Wrong('refused: %s' % deal.refusal(act))
    if wanted is not None and (turn.kind == 'declare' or sorted(wanted) != sorted(turn.choices)):
        raise Wrong('legal: %s' % turn.choices)


def outcome(session, deal):
    """every entry of a payout, after the deal"""
    if deal is None:
        found = {}
        score, purses = session.score, session.purses
    else:
        found = dict(deal.taken)
        score, purses = deal.score, deal.purses
        if deal.ordago:
            found['ordago', deal.ordago[0]] = deal.ordago[1]
        for seat, n in deal.picked.items():
            found['ordago', seat] = n
    if session.pairs:
        found.update(score=list(score), games=list(session.games))
    else:
        for seat in range(session.seats):
            found['has', seat], found['lost', seat] = purses[seat], session.lost[seat]
    return found


def hold_payout(told, found):
    for key, amount in told.items():
        if key not in found or found[key] != amount and amount is not None:
            raise Wrong('%s: %s, not %s' % (key, found.get(key), amount))
    for key in found:
        if key[0] in PHASES + ['ordago'] and key not in told:
            raise Wrong('%s %s is not told' % (key, found[key]))


def hold(text, heard=None):
    """holds a file against the referee; returns how many deals and expectations hold; `heard` is told of each deal's outcome"""
    header, hands = hands_of(text)
    names = header['players']
    reader = MusReader(names)
    chips = header.get('chips')
    if isinstance(chips, dict):
        chips = [chips[name] for name in names]
    elif chips is not None:
        chips = [chips] * len(names)
    session = Session(header['edition'], len(names), header.get('options'), chips)
    expectations = 0
    for i, (deal_lines, script_lines, payout_lines) in enumerate(hands):
        if session.over:
            raise ScriptError('a deal after the end')
        deal = open_deal(session, reader, deal_lines, i == 0)
        if deal is not None:
            items = [item for line in script_lines if line for item in reader.line(line)]
            expectations += sum(item[0] in ('may', 'tries', 'winner', 'score') for item in items)
            if not hold_script(Play(deal), items):
                break
        found = outcome(session, deal)
        if heard:
            heard(found)
        if payout_lines is not None:
            told = dict(reader.entries(payout_lines, session.pairs))
            hold_payout(told, found)
            expectations += len(told)
    if not expectations:
        raise ScriptError('nothing is proved')
    return len(hands), expectations
