"""Scenario files (format 1) as far as the cousins need them: read, held against the games, and written."""
import re
import tomllib
from games import Hand, Move, Refused, ScriptError, Session, Turn

CARD = re.compile(r'^(10|[2-9AKQJ])[♠♥♦♣]$')
# verb: what a file says when it is done, and in an infinitive
VERBS = {'fold': ('folds', 'fold'), 'stand': ('stands', 'stand'), 'pass': ('passes', 'pass'), 'lurk': ('lurks', 'lurk'),
         'knock': ('knocks', 'knock'), 'diddle': ('diddles', 'diddle'), 'join': ('joins', 'join'),
         'spare': ('takes the fille', 'take the fille'), 'rams': ('bids rams', 'bid rams'),
         'demand': ('demands civility', 'demand civility'), 'claim': ('claims the flush', 'claim the flush'),
         'turnup': ('takes the turn-up', 'take the turn-up'), 'exchange': ('exchanges', 'exchange'),
         'redeal': ('exchanges the flush', 'exchange the flush'), 'defend': ('defends', 'defend'),
         'name': ('names', 'name')}
SUIT_WORDS = {'spades': '♠', 'hearts': '♥', 'diamonds': '♦', 'clubs': '♣'}


class Wrong(Exception):
    """an expectation that does not hold"""


class Fence:
    def __init__(self, word, lines):
        self.word, self.lines = word, lines


def fences(text):
    found, current = [], None
    for line in text.splitlines():
        if current is None and line.startswith('```'):
            current = Fence(line[3:].strip(), [])
        elif current is not None and line.startswith('```'):
            found.append(current)
            current = None
        elif current is not None:
            current.lines.append(re.sub(r'\s+#.*$', '', line).strip())
    return found


class Reader:
    def __init__(self, names):
        self.names = sorted(names, key=len, reverse=True)
        self.seat = {name: i for i, name in enumerate(names)}

    def named(self, text):
        """(seat, the rest) of a text that opens with a player's name"""
        for name in self.names:
            if text == name or text.startswith(name) and not text[len(name)].isalnum():
                return self.seat[name], text[len(name):].strip()
        raise ScriptError('no player: ' + text)

    @staticmethod
    def cards(text):
        cards = text.split()
        if not cards or not all(CARD.match(c) for c in cards):
            raise ScriptError('no cards: ' + text)
        return cards

    def move(self, seat, text, form):
        """`form` 0: what is done; 1: an infinitive"""
        words = {v: f[form] for v, f in VERBS.items()}
        if CARD.match(text):
            return Move(seat, 'play', [text])
        if text.startswith(words['redeal'] + ' for '):
            return Move(seat, 'redeal', drawn=self.cards(text[len(words['redeal']) + 5:]))
        if text.startswith(words['exchange'] + ' '):
            given, _, drawn = text[len(words['exchange']) + 1:].partition(' for ')
            return Move(seat, 'exchange', self.cards(given), self.cards(drawn) if drawn else None)
        if text.startswith(words['turnup'] + ' for '):
            return Move(seat, 'turnup', self.cards(text[len(words['turnup']) + 5:]))
        if text.startswith(words['defend'] + ' with '):
            six, _, laid = text[len(words['defend']) + 6:].partition(' laying ')
            return Move(seat, 'defend', self.cards(laid), self.cards(six))
        if text.startswith(words['name'] + ' '):
            word = text[len(words['name']) + 1:]
            return Move(seat, 'name', suit=SUIT_WORDS.get(word, word))
        if text == words['diddle'] + ' blind':
            return Move(seat, 'diddle', blind=True)
        for verb, word in words.items():
            if text == word or verb == 'claim' and re.fullmatch(word.replace('flush', '(flush|fliege)'), text):
                return Move(seat, verb)
        raise ScriptError('not understood: ' + text)

    def choices(self, text):
        """the cards, or the verbs, of a `may` or a `legal:`"""
        if CARD.match(text.split()[0]):
            return set(self.cards(text))
        found = {}
        for choice in text.split(' or '):
            number = re.fullmatch(r'exchange (\d+)', choice)
            if number:
                found['exchange'] = int(number[1])
                continue
            verb = [v for v, f in VERBS.items() if f[1] == choice]
            if not verb:
                raise ScriptError('no choice: ' + choice)
            found[verb[0]] = True
        return found

    def line(self, line):
        """the items of a line of a script"""
        if line == 'stop':
            yield ('stop',)
            return
        number = re.match(r'(\d+)\.\s+', line)
        if number:
            yield 'number', int(number[1])
            line = line[number.end():]
        line, arrow, winner = line.partition('->')
        for text in re.split(r',\s*(?![^(]*\))', line.strip()):
            seat, rest = self.named(text.strip())
            if rest.startswith('may '):
                found = re.fullmatch(r'may (.*?)(?: \(([a-z.-]+)\))?', rest)
                yield 'may', seat, self.choices(found[1]), found[2]
            elif rest.startswith('tries '):
                found = re.fullmatch(r'tries (to )?(.*?) \(refused: ([a-z.-]+)(?:; legal: (.*))?\)', rest)
                yield ('tries', seat, self.move(seat, found[2], 1), found[3],
                       self.choices(found[4]) if found[4] else None)
            else:
                yield 'move', self.move(seat, re.sub(r'\s+', ' ', rest), 0)
        if arrow:
            yield 'winner', self.named(winner.strip())[0]

    def entries(self, lines):
        for text in (part.strip() for line in lines for part in line.split(',')):
            if not text:
                continue
            plain = re.fullmatch(r'(pool|next pool|side pot) (\d+)', text)
            if plain:
                yield plain[1], int(plain[2])
                continue
            seat, rest = self.named(text)
            found = re.fullmatch(r'(takes|owes|has) (-?\d+)( points?)?', rest)
            if found:
                yield (found[1] if not found[3] else 'points', seat), int(found[2])
                continue
            found = re.fullmatch(r'pays (\d+) to (.*)', rest)
            if not found:
                raise ScriptError('no entry: ' + text)
            to = 'pool' if found[2] == 'the pool' else self.named(found[2])[0]
            yield ('pays', seat, to), int(found[1])


def hands_of(text):
    """(header, [(deal lines, script lines, payout lines or None)])"""
    header, hands = None, []
    for fence in fences(text):
        if fence.word == 'toml scenario':
            header = tomllib.loads('\n'.join(fence.lines))
        elif fence.word == 'deal':
            hands.append([fence.lines, [], None])
        elif fence.word == 'script':
            hands[-1][1] += fence.lines
        elif fence.word == 'payout':
            hands[-1][2] = (hands[-1][2] or []) + fence.lines
    return header, hands


def deal(session, reader, lines, first):
    """reads a deal; what the first one tells is set, what a later one tells must be so"""
    hands, turn, spare, stock = [None] * session.seats, None, None, None
    debts, told_points = [], {}
    for line in lines:
        if not line:
            continue
        word, _, rest = line.partition(' ')
        rest = rest.strip()
        if word == 'dealer':
            seat = reader.named(rest)[0]
            if first:
                session.dealer = seat
            elif seat != session.dealer:
                raise Wrong('another dealer')
        elif word == 'turn':
            turn = reader.cards(rest)[0]
        elif word == 'stock':
            stock = reader.cards(rest)
        elif word == 'fille':
            spare = reader.cards(rest)
        elif word == 'debt':
            seat, amount = reader.named(rest)
            debts.append((seat, int(amount)))
        elif word == 'stake':
            if first:
                session.carried = int(rest)
                session.chips_in_play += int(rest)
            elif session.carried != int(rest):
                raise Wrong('another stake')
        elif word == 'hand' and first:
            session.number = int(rest)
        elif line.startswith('side pot ') and first:
            session.side = int(line.split()[-1])
            session.chips_in_play += session.side
        elif word == 'points':
            seat, amount = reader.named(rest)
            told_points[seat] = int(amount)
        else:
            seat, cards = reader.named(line)
            hands[seat] = reader.cards(cards)
    if first:
        session.debts = debts
        for seat, amount in told_points.items():
            session.points[seat] = amount
    elif debts and sorted(debts) != sorted(session.debts):
        raise Wrong('other debts')
    elif any(session.points[seat] != amount for seat, amount in told_points.items()):
        raise Wrong('other points')
    if None in hands or turn is None:
        raise ScriptError('not all is dealt')
    return Hand(session, hands, turn, spare, stock)


class Play:
    """a hand, and the turn at which it stands"""

    def __init__(self, hand):
        self.hand, self.steps, self.turn = hand, hand.play(), None
        self.send(None)

    def send(self, move):
        try:
            self.turn = self.steps.send(move)
        except StopIteration:
            self.turn = None

    def let_pass(self, until):
        """lets pass what the next move is not about"""
        while self.turn and self.turn.optional and not (
                until and until.seat in self.turn.who and (until.verb in self.turn.choices or until.verb in self.turn.refused)):
            self.send(None)


def claim_refusal(hand, seat):
    if not hand.has_flush(seat):
        return 'flush.what'
    return 'flush.pat' if not hand.counts_as_flush(seat) else None


def open_choices(turn):
    """what a `may` says at this turn"""
    if turn.kind == 'play':
        return set(turn.legal.cards)
    return {v: n for v, n in turn.choices.items() if v != 'blind'}


def hold_script(play, items):
    """False if the file stops in the hand"""
    hand = play.hand
    tried = None
    for i, item in enumerate(items):
        kind = item[0]
        if kind == 'number':
            tried = item[1]
        elif kind == 'stop':
            return False
        elif kind == 'move':
            play.let_pass(item[1])
            if play.turn is None:
                raise ScriptError('the hand is over')
            if tried is not None and (play.turn.kind == 'play' and play.turn.number != tried):
                raise Wrong('another trick')
            if play.turn.kind == 'play':
                tried = None
            try:
                play.send(item[1])
            except Refused as refused:
                raise Wrong('refused: ' + refused.clause)
        elif kind == 'winner':
            while play.turn and play.turn.kind == 'name':
                play.send(None)
            if not play.turn or play.turn.kind != 'trick':
                raise Wrong('the trick is not over')
            if play.turn.seat != item[1]:
                raise Wrong('another winner')
            play.send(None)
        else:
            ahead = next((x[1] for x in items[i:] if x[0] == 'move'), None)
            play.let_pass(ahead)
            turn = play.turn
            if turn is None:
                raise ScriptError('the hand is over')
            if kind == 'may':
                _, seat, wanted, clause = item
                if seat != turn.seat or wanted != open_choices(turn):
                    raise Wrong('may: %s' % open_choices(turn))
                if clause and turn.kind == 'play' and clause != turn.legal.clause:
                    raise Wrong('binding: %s' % turn.legal.clause)
            else:
                _, seat, move, clause, wanted = item
                if move.verb == 'claim':
                    if claim_refusal(hand, seat) != clause:
                        raise Wrong('claim: %s' % claim_refusal(hand, seat))
                    continue
                if seat not in turn.who:
                    raise ScriptError('tried out of turn')
                if move.verb in ('play', 'exchange', 'turnup') and not set(move.cards) <= set(hand.hands[seat]):
                    raise ScriptError('not in hand')
                if turn.why_not(move) != clause:
                    raise Wrong('refused: %s' % turn.why_not(move))
                if wanted is not None and wanted != open_choices(turn):
                    raise Wrong('legal: %s' % open_choices(turn))
    play.let_pass(None)
    if play.turn is not None:
        raise ScriptError('the hand stops before its end: ' + play.turn.kind)
    return True


def outcome(session, hand):
    """every entry of a payout, after the session has closed the hand"""
    entries = {'pool': hand.pool}
    for seat, amount in hand.takes.items():
        entries['takes', seat] = amount
    for seat, amount in hand.owes.items():
        if amount:
            entries['owes', seat] = amount
    for giver, taker, amount in hand.pays:
        key = 'pays', giver, taker
        entries[key] = entries.get(key, 0) + amount
    # After the last hand there is no next pool.
    if not session.over:
        entries['next pool'], side = session.would_open
        if session.is_moench and session.options['pot_limit'] != 'none':
            entries['side pot'] = side
    if session.purses_known:
        for seat, amount in enumerate(session.purses):
            entries['has', seat] = amount
    if session.is_knock:
        for seat, amount in enumerate(session.points):
            entries['points', seat] = amount
    return entries


def hold_payout(told, found):
    for key, amount in told.items():
        if found.get(key) != amount:
            raise Wrong('%s: %s, not %d' % (key, found.get(key), amount))
    for key in found:
        if isinstance(key, tuple) and key[0] in ('takes', 'owes', 'pays') and key not in told:
            raise Wrong('%s is not told' % (key,))


def hold(text):
    """holds a file against the games; returns how many hands and expectations hold"""
    header, hands = hands_of(text)
    names = header['players']
    reader = Reader(names)
    session = Session(header['edition'], len(names), header.get('options'), header.get('chips'))
    if not hands:
        raise ScriptError('nothing is proved')
    expectations = 0
    for i, (deal_lines, script_lines, payout_lines) in enumerate(hands):
        if session.over:
            raise ScriptError('a deal after the end')
        hand = deal(session, reader, deal_lines, i == 0)
        items = [item for line in script_lines if line for item in reader.line(line)]
        ended = hold_script(Play(hand), items)
        expectations += sum(item[0] in ('may', 'tries', 'winner', 'number') for item in items)
        if not ended:
            break
        session.close(hand)
        if payout_lines is not None:
            entries = list(reader.entries(payout_lines))
            told = dict(entries)
            if len(told) != len(entries):
                raise ScriptError('an entry twice')
            hold_payout(told, outcome(session, hand))
            expectations += len(entries)
    return len(hands), expectations
