#!/usr/bin/env python3
"""Plays random sessions of a cousin by the referee's rules, and tells them as scenario files that must hold.

    python3 tests/referee/sessions.py --game loo-2008 --sessions 500 --seed 1 --out DIR

DIR/holds gets a file a session; DIR/fails the same files, each with exactly one expectation falsified. Companies and
options go round: the defaults, every option alone, and every two together, each at every number of players in turn."""
import argparse
import copy
import itertools
import random
from pathlib import Path

from cards import JACK, NATURAL, SUITS, rank, suit
from games import CHIPS, OPTIONS, SEATS, Hand, Move, Refused, ScriptError, Session, Unsettled
from scenarios import VERBS, Play, Wrong, claim_refusal, hold, open_choices, outcome

NAMES = ['Amy', 'Ben', 'Cora', 'Dan', 'Edith', 'Finn', 'Gil', 'Hedy', 'Ira', 'Jo']
CARD_CLAUSES = ['play.follow', 'play.head', 'play.trump', 'play.overtrump', 'play.discard', 'play.lead']
CLAUSES = ['play.follow', 'play.head', 'play.trump', 'forced', 'decl.fold', 'decl.stand', 'play.overtrump']


class Expectation:
    """a piece of a line, with what would be wrong in its place (None: nothing in its place)"""

    def __init__(self, kind, text, wrong):
        self.kind, self.text, self.wrong = kind, text, [w for w in wrong if w != text]


class Line:
    """texts and expectations, one after another"""

    def __init__(self, *parts):
        self.parts = list(parts)

    def render(self, falsified=None, by=None):
        texts = []
        for part in self.parts:
            if part is falsified:
                if by is None:
                    return None
                texts.append(by)
            else:
                texts.append(part.text if isinstance(part, Expectation) else part)
        return ''.join(texts)


def settings(game):
    """all sets of at most two options that differ from their defaults and go together"""
    values = [(name, value) for name, values in OPTIONS[game].items() for value in values[1:]]
    alone = [dict([one]) for one in values]
    pairs = [dict([a, b]) for a, b in itertools.combinations(values, 2) if a[0] != b[0]]
    return [options for options in [{}] + alone + pairs if fits(game, options)]


def fits(game, options):
    values = {name: values[0] for name, values in OPTIONS[game].items()}
    values.update(options)
    if values.get('debt_cap', 'none') != 'none' and values['debt_cap'] % values['stake']:
        return False
    if values.get('credit') == 'cash' and values['end'] == 'bankrupt':
        return False
    return True


def plan(game, count, rng):
    """(players, options) of each session"""
    low, high = SEATS[game]
    companies = list(range(low, high + 1))
    few = [o for o in settings(game) if len(o) < 2]
    many = [o for o in settings(game) if len(o) == 2]
    rng.shuffle(many)
    chosen = [(n, o) for i, o in enumerate(few) for n in [companies[i % len(companies)]]]
    chosen += [(companies[i % len(companies)], o) for i, o in enumerate(many)]
    chosen += [(n, o) for i, o in enumerate(few + many) for n in companies]
    while len(chosen) < count:
        chosen += chosen
    return chosen[:count]


def by_suit(cards):
    return sorted(cards, key=lambda c: (SUITS.index(suit(c)), NATURAL.index(rank(c))))


class Telling:
    """one session, told as it is played"""

    def __init__(self, game, seats, options, rng):
        self.rng, self.game = rng, game
        options = dict(options)
        chips = rng.choice([None, None, 20, 60, 100]) if not game.startswith('norr') else rng.choice([None, None, 30])
        if options.get('end') == {'target': None}:
            options['end'] = {'target': (CHIPS[game] if chips is None else chips) + rng.choice([5, 10, 15])}
        if game == 'moench-2005':
            chips = None
        if options.get('credit') == 'cash':
            chips = rng.choice([6, 8, 12, 20])
        self.session = Session(game, seats, options, chips)
        self.chips, self.options = chips, options
        self.names = NAMES[:seats]
        rng.shuffle(self.names)
        self.lines = []
        self.hands = 0
        self.stopped = False
        self.caution = rng.choice([0.1, 0.2, 0.35, 0.5, 1.0] if seats > 3 else [0.1, 0.2, 0.35])   # how often one folds
        self.greed = rng.random() < 0.3    # all go in, and change what they can
        if self.greed:
            self.caution = 0.03
        if 'all_pass' in options or self.session.is_julep and rng.random() < 0.5:
            self.caution = rng.choice([0.8, 1.5, 3])
        self.luck = 0.9 if options.get('flush_must_be_dealt') else 0.3

    # writing

    def name(self, seat):
        return self.names[seat]

    def say(self, *parts):
        self.lines.append(Line(*parts))

    def expect(self, kind, text, wrong):
        return Expectation(kind, text, wrong)

    def number(self, kind, amount, step=5):
        return Expectation(kind, str(amount), [str(amount + 1), str(amount + step)] + ([str(amount - 1)] if amount > 0 else []))

    def other_clauses(self, clause):
        pool = CARD_CLAUSES if clause.startswith(('play.', 'lead.', 'pam.')) else CLAUSES
        return [c for c in pool if c != clause]

    # dealing

    def deal_cards(self):
        """a deal, sometimes with something in it: a flush, the jack, a long suit, a turn-up that matters"""
        s, rng = self.session, self.rng
        deck = list(s.pack)
        rng.shuffle(deck)
        n, size = s.seats, s.size
        hands = [[] for _ in range(n)]
        turn = None
        rig = rng.random()
        order = list(range(n))
        rng.shuffle(order)
        give = lambda seat, cards: [hands[seat].append(deck.pop(deck.index(c))) for c in cards if c in deck and len(hands[seat]) < size]
        if s.ladder.top and rig < 0.55:
            if rng.random() < 0.15:
                turn = deck.pop(deck.index(JACK))
            elif rng.random() < 0.8:
                give(order[0], [JACK])
        if s.is_loo and rng.random() < (0.5 if 'flush_tie_final' in self.options else 0.05):                      # two equal flushes, and what is turned is of a third suit
            a, b, c, _ = rng.sample(SUITS, 4)
            ranks = rng.sample([r for r in NATURAL if r != 'J'], 5)
            give(order[1], [r + a for r in ranks])
            give(order[2], [r + b for r in ranks])
            if turn is None:
                turn = deck.pop(next(i for i, x in enumerate(deck) if suit(x) == c))
        elif rig > 0.6 and (s.ladder.top or self.options.get('flush_redeal')):
            for seat, colour in zip(order[:rng.choice([1, 1, 2, 3])], rng.sample(SUITS, 4)):
                length = size if rng.random() < 0.7 else size - 1
                give(seat, [c for c in deck if suit(c) == colour and c != JACK][:length - len(hands[seat])])
        if turn is None and rng.random() < 0.25 and (s.is_moench or self.options.get('clubs_forces_play')):
            turn = deck.pop(next(i for i, x in enumerate(deck) if suit(x) == '♣' and x != JACK))
        if turn is None and self.options.get('dealer_blind') and rng.random() < 0.6:
            turn = deck.pop(next(i for i, x in enumerate(deck) if rank(x) in 'AK'))
        if turn is None:
            turn = deck.pop()
        if s.ladder.promoted in deck and rng.random() < 0.6:
            give(order[-1], [s.ladder.promoted])
        if rng.random() < 0.4:                                    # somebody is strong
            strong = [r + suit(turn) for r in NATURAL[:5]]
            rng.shuffle(strong)
            give(order[-1], strong[:rng.choice([1, 2, 3, 4])] if not s.is_rams else strong[:5])
        elif rng.random() < 0.6:                                  # forehand has the ace of trumps
            give((s.dealer + 1) % n, ['A' + suit(turn)])
            if s.is_moench and JACK in hands[order[0]] and suit(turn) != '♣':   # and the jack is alone among plain cards
                plain = [c for c in deck if suit(c) != suit(turn)]
                give(order[0], plain[:4])
        if s.is_rams and rng.random() < 0.3:
            give(order[0], ['A♠', 'A♥', 'A♦', 'A♣'])
        for seat in range(n):
            while len(hands[seat]) < size:
                hands[seat].append(deck.pop())
        spare = [deck.pop() for _ in range(5)] if s.is_rams else []
        return hands, turn, spare, deck

    def set_up(self):
        """what there was before the file opened"""
        s, rng = self.session, self.rng
        s.dealer = rng.randrange(s.seats)
        if rng.random() < 0.6:
            return []
        told = []
        if s.is_knock:
            number = rng.randrange(2, 12)
            s.number = number
            pool = s.seats + rng.randrange(6)
            s.carried = pool
            s.chips_in_play += pool
            s.purses_known = False
            told += ['hand %d' % number, 'stake %d' % pool]
            most = s.options['points']
            s.points = [rng.randrange(1, most + 1) for _ in range(s.seats)]
            if rng.random() < 0.6:
                s.points[rng.randrange(s.seats)] = 1
            told += ['points %s %d' % (self.name(p), s.points[p]) for p in range(s.seats)]
            return told
        unit = 5 if not (s.is_mauscheln or s.is_julep) else s.stake
        if rng.random() < 0.7:
            for seat in rng.sample(range(s.seats), rng.randrange(1, 3)):
                amount = unit * rng.choice([1, 1, 2, 4])
                if s.options.get('debt_cap', 'none') != 'none':
                    amount = min(amount, s.options['debt_cap'])
                s.debts.append((seat, amount))
            told += ['debt %s %d' % (self.name(p), d) for p, d in s.debts]
        if rng.random() < 0.4:
            s.carried = unit * rng.randrange(1, 8)
            s.chips_in_play += s.carried
            told.append('stake %d' % s.carried)
        if s.is_moench and s.options['pot_limit'] != 'none' and rng.random() < 0.4:
            s.side = 5 * rng.randrange(1, 8)
            s.chips_in_play += s.side
            told.append('side pot %d' % s.side)
        return told

    def repeat_state(self):
        """what a later deal may tell of the state, and must tell rightly"""
        s, rng = self.session, self.rng
        if rng.random() < 0.5:
            self.say('dealer ', Expectation('deal', self.name(s.dealer), self.names))
        if rng.random() < 0.3:
            for seat, amount in s.debts:
                self.say('debt %s ' % self.name(seat), self.number('deal', amount))
        if s.carried and rng.random() < 0.3 and not s.is_knock and not s.is_moench:
            self.say('stake ', self.number('deal', s.carried))
        if s.is_knock and rng.random() < 0.4:
            for seat in range(s.seats):
                self.say('points %s ' % self.name(seat), Expectation('deal', str(s.points[seat]), [str((s.points[seat] + 3) % 10)]))

    # choosing

    def choose(self, turn):
        """a move at this turn, or None"""
        s, rng, hand = self.session, self.rng, self.hand
        seat, kind = turn.seat, turn.kind
        if kind == 'play':
            return Move(seat, 'play', [rng.choice(turn.legal.cards)])
        if kind == 'demand':
            return Move(seat, 'demand') if hand.turn != JACK and not self.jack_seen and rng.random() < 0.7 else None
        if kind == 'name':
            return Move(seat, 'name', suit=rng.choice(SUITS)) if turn.choices and rng.random() < 0.7 else None
        if kind == 'claim':
            return Move(seat, 'claim') if rng.random() < 0.8 else None
        if kind == 'rams-first':
            others = [p for p in turn.who if p != hand.eldest]
            return Move(rng.choice(others), 'rams') if rng.random() < 0.4 else None
        if kind == 'redeal':
            return Move(seat, 'redeal', drawn=self.next_cards(4))
        if kind == 'defend':
            if rng.random() < 0.5:
                return None
            six = self.next_cards(6, seat)
            return Move(seat, 'defend', [rng.choice(six)], six)
        if kind == 'turnup':
            mine = [c for c in hand.hands[seat] if c in hand.dealt_cards[seat]]
            if turn.optional and (rng.random() < 0.4 or not mine):
                return None
            return Move(seat, 'turnup', [rng.choice(mine)])
        if kind == 'after-turnup':
            return self.exchange(turn) if rng.random() < 0.7 else None
        weights = {'fold': self.caution * 2, 'pass': self.caution * 4, 'lurk': self.caution * 3, 'stand': 1, 'join': 1.2,
                   'exchange': 1.5, 'diddle': 0.8, 'knock': 0.7, 'spare': 0.6, 'rams': 0.25, 'turnup': 1}
        if s.is_rams and all(rank(c) in 'AKQ' for c in hand.hands[seat]):
            weights['rams'] = 4
        if self.greed:
            weights['exchange'] = 8
        if s.options.get('dealer_blind') and kind == 'bid':
            weights['pass'], weights['diddle'] = (3, 1) if not turn.choices.get('blind') else (1, 5)
        if s.options.get('dealer_blind') and kind == 'exchange' and 'turnup' in turn.choices:
            weights['turnup'] = 3
        verbs = [v for v in turn.choices if v != 'blind']
        verb = rng.choices(verbs, [weights[v] for v in verbs])[0]
        if verb == 'exchange':
            return self.exchange(turn)
        if verb == 'turnup':
            return Move(seat, 'turnup', [rng.choice(hand.hands[seat])])
        if verb == 'diddle' and turn.choices.get('blind') and rng.random() < 0.7:
            return Move(seat, 'diddle', blind=True)
        return Move(seat, verb)

    def exchange(self, turn):
        hand, rng = self.hand, self.rng
        mine = [c for c in hand.hands[turn.seat] if c != hand.turn]
        count = min(rng.randrange(1, turn.choices['exchange'] + 1), len(mine))
        if rng.random() < (0.9 if self.greed else 0.3):             # the largest exchange there can be
            count = min(turn.choices['exchange'], len(mine))
        if rng.random() < 0.5:             # keep one suit, or the jack
            best = max(SUITS, key=lambda x: sum(suit(c) == x for c in mine))
            mine.sort(key=lambda c: (suit(c) == best or c == hand.s.ladder.top))
            if sum(suit(c) == best or c == hand.s.ladder.top for c in mine) >= 3 and rng.random() < 0.8:
                count = min(turn.choices['exchange'], max(1, sum(suit(c) != best and c != hand.s.ladder.top for c in mine)))
        else:
            rng.shuffle(mine)
        cards = mine[:count]
        drawn = self.next_cards(count, turn.seat)
        if rng.random() < self.luck and not hand.told_stock:   # somebody is lucky
            best = max(SUITS, key=lambda x: sum(suit(c) == x for c in hand.hands[turn.seat] if c not in cards))
            lucky = [c for c in hand.unseen if suit(c) == best]
            if len(hand.unseen) > count:
                drawn = (lucky + [c for c in drawn if c not in lucky])[:count]
        return Move(turn.seat, 'exchange', cards, drawn)

    def next_cards(self, count, seat=None):
        """cards that can be drawn now: the told stock, the rest of the stock, then the sources"""
        hand, rng = self.hand, self.rng
        drawn = hand.told_stock[:count]
        rest = [c for c in hand.unseen if c not in drawn]
        rng.shuffle(rest)
        piles = [rest]
        if 'folded' in hand.sources():
            piles.append(rng.sample(hand.folded_cards, len(hand.folded_cards)))
        if 'discards' in hand.sources():
            others = [c for owner, d in hand.discards.items() if owner != seat for c in d]
            rng.shuffle(others)
            piles.append(others)
        for pile in piles:
            drawn = drawn + pile[:count - len(drawn)]
        return drawn

    # telling

    def words(self, move, leave_out_drawn=False):
        rng = self.rng
        verb = move.verb
        if verb == 'play':
            return move.cards[0]
        text = VERBS[verb][0]
        if verb == 'exchange':
            text += ' ' + ' '.join(move.cards)
            return text if leave_out_drawn else text + ' for ' + ' '.join(move.drawn)
        if verb == 'redeal':
            return text + ' for ' + ' '.join(move.drawn)
        if verb == 'turnup':
            return text + ' for ' + move.cards[0]
        if verb == 'defend':
            return text + ' with %s laying %s' % (' '.join(move.drawn), move.cards[0])
        if verb == 'name':
            return text + ' ' + (move.suit if rng.random() < 0.8 else {'♠': 'spades', '♥': 'hearts', '♦': 'diamonds', '♣': 'clubs'}[move.suit])
        return text + (' blind' if move.blind else '')

    def set_text(self, choices):
        """the text of a `may` or `legal:`, and wrong ones"""
        if isinstance(choices, set):
            cards = by_suit(choices)
            wrong = [' '.join(cards[1:])] if len(cards) > 1 else []
            return ' '.join(cards), wrong
        def words(these):
            return ' or '.join(VERBS[v][1] + (' %d' % n if v == 'exchange' else '') for v, n in these.items())
        wrong = [words({v: n for v, n in choices.items() if v != left}) for left in choices if len(choices) > 1]
        if 'exchange' in choices:
            wrong.append(words({**choices, 'exchange': choices['exchange'] + 1}))
        return words(choices), wrong

    def expectations(self, turn, chance):
        """`may` and `tries` before the next move, as lines"""
        rng, hand, seat = self.rng, self.hand, turn.seat
        if turn.kind not in ('declare', 'bid', 'join', 'exchange', 'play') and not (turn.kind == 'turnup' and not turn.optional):
            return
        name = self.name(seat)
        unclear = turn.kind == 'play' and self.could_demand          # what such a leader *may* is left open
        if turn.kind == 'exchange' and hand.s.options.get('mistigri_call') == 'before_exchange' and not hand.named and seat == hand.players()[0]:
            return                         # the first to exchange might still name
        unclear = unclear or turn.choices.get('blind')
        choices = open_choices(turn)
        text, wrong = self.set_text(choices)
        if isinstance(choices, set):
            others = [c for c in hand.hands[seat] if c not in choices]
            if others:
                wrong.append(text + ' ' + rng.choice(others))
        if rng.random() < chance and not unclear:
            parts = ['   %s may ' % name, Expectation('may', text, wrong)]
            if turn.kind == 'play' and turn.legal.clause and rng.random() < 0.6 and not turn.demanded:
                clause = turn.legal.clause
                parts += [' (', Expectation('binds', clause, self.other_clauses(clause)), ')']
            self.say(*parts)
        for tried, clause in self.attempts(turn):
            if rng.random() >= chance:
                continue
            parts = ['   %s tries %s (refused: ' % (name, tried), Expectation('clause', clause, self.other_clauses(clause))]
            if rng.random() < 0.5 and not unclear and not any(w in tried for w in ('civility', 'claim', 'name')):
                parts += ['; legal: ', Expectation('legal', text, wrong)]
            self.say(*parts, ')')

    def attempts(self, turn):
        """some of what this mover may not do, in words, with the clause"""
        rng, hand, seat = self.rng, self.hand, turn.seat
        found = []
        mine = hand.hands[seat]
        if turn.kind == 'play':
            found += [(c, clause) for c, clause in turn.legal.refused.items()]
            rng.shuffle(found)
            found = found[:2]
            if not self.jack_last or hand.s.options.get('mistigri_call') != 'on_play':
                if hand.s.is_grupp or hand.s.is_moench:
                    if rng.random() < 0.15:
                        found.append(('to name ' + rng.choice(SUITS), 'pam.calls'))
            if 'demand' in turn.refused and hand.turn != JACK and not self.jack_seen and 'A' + hand.trump not in mine:
                found.append(('to demand civility', 'pam.civil'))
            if not turn.trick and turn.number == 1 and hand.s.ladder.top and not self.could_demand:
                clause = claim_refusal(hand, seat)
                must = hand.s.options['flush_must_be_dealt'] and seat in hand.exchanged
                if clause and (clause == 'flush.pat' or not must):
                    found.append(('to claim the flush', clause))
            return found
        for verb, clause in turn.refused.items():
            if verb == 'exchange':
                found.append(('to exchange ' + ' '.join(rng.sample(mine, rng.randrange(1, len(mine)))), clause))
            elif verb == 'turnup':
                found.append(('to take the turn-up for ' + rng.choice(mine), clause))
            else:
                found.append(('to ' + VERBS[verb][1], clause))
        if turn.most is not None and turn.choices.get('exchange', 0) < len(mine) and 'exchange' not in turn.refused:
            count = rng.randrange(turn.choices.get('exchange', 0) + 1, len(mine) + 1)
            # more than one exchange may come to, and more than there is: either clause would do
            if count <= turn.most or turn.choices.get('exchange', 0) == turn.most and (count <= 4 or turn.too_many == 'exchange.once' or not hand.s.is_moench):
                move = Move(seat, 'exchange', mine[:count])
                found.append(('to exchange ' + ' '.join(mine[:count]), turn.why_not(move)))
        if turn.kind == 'bid' and self.options.get('dealer_blind') and not turn.choices.get('blind'):
            found.append(('to diddle blind', 'decl.blind'))
        return found

    def play_hand(self, opening, last):
        s, rng = self.session, self.rng
        hands, turn_up, spare, stock = self.deal_cards()
        told_stock = []
        if not s.is_rams and rng.random() < 0.3 and stock:
            told_stock = stock[:rng.choice([len(stock), rng.randrange(1, len(stock) + 1)])]
        self.hand = hand = Hand(s, hands, turn_up, spare, told_stock)
        self.jack_seen = self.jack_last = False
        self.say('')
        self.say('```deal')
        for text in opening:
            self.say(text)
        if self.hands == 0:
            self.say('dealer ' + self.name(hand.dealer))
        else:
            at = s.debts, s.carried
            s.debts, s.carried = self.state_before
            self.repeat_state()
            s.debts, s.carried = at
        for seat in hand.round(hand.eldest):
            self.say('%s %s' % (self.name(seat), ' '.join(by_suit(hands[seat]))))
        if spare:
            self.say('fille ' + ' '.join(spare))
        self.say('turn ' + turn_up)
        if told_stock:
            self.say('stock ' + ' '.join(told_stock))
        self.say('```')
        self.say('')
        self.say('```script')
        play = Play(hand)
        stop_after = rng.randrange(3, 30) if last and rng.random() < 0.06 else None
        chance = rng.choice([0.0, 0.1, 0.2, 0.5])
        current = None                     # the line of the trick that is being told
        self.could_demand = False
        while play.turn is not None:
            turn = play.turn
            if stop_after is not None and turn.kind == 'trick' and stop_after <= 5 * turn.number:
                stop_after = -1
            if turn.kind == 'trick':
                current.parts += [' -> ', Expectation('winner', self.name(turn.seat), self.names)]
                self.lines.append(current)
                current = None
                play.send(None)
                if stop_after == -1 and play.turn is not None:
                    self.say('stop')
                    self.say('```')
                    self.stopped = True
                    return
                continue
            if turn.kind == 'demand':
                self.could_demand = True
            before = len(self.lines)
            if turn.kind == 'play':
                broken = self.lines
                self.lines = []
                self.expectations(turn, chance)
                told, self.lines = self.lines, broken
                if told:
                    if current is not None and len(current.parts):
                        self.lines.append(current)
                        current = Line('   ')
                    self.lines += told
            else:
                self.expectations(turn, chance)
            move = self.choose(turn)
            if move is None:
                if turn.kind == 'play':
                    raise AssertionError
                play.send(None)
                continue
            if turn.kind == 'play':
                if not turn.trick:
                    current = Line('%d. ' % turn.number)
                elif current.parts != ['   ']:
                    current.parts.append(', ')
                current.parts.append('%s %s' % (self.name(move.seat), move.cards[0]))
                self.could_demand = False
                self.jack_last = move.cards[0] == JACK
                self.jack_seen = self.jack_seen or self.jack_last
            elif turn.kind == 'name' and current is not None:
                current.parts.append(', %s %s' % (self.name(move.seat), self.words(move)))
            else:
                silent = move.verb == 'exchange' and len(hand.told_stock) >= len(move.cards) and rng.random() < 0.4
                self.say('%s %s' % (self.name(move.seat), self.words(move, silent)))
                if turn.kind == 'demand':
                    self.could_demand = False
            play.send(move)
        self.say('```')
        s.close(hand)
        self.payout(hand)
        self.hands += 1
        self.state_before = list(s.debts), s.carried

    def payout(self, hand):
        s, rng = self.session, self.rng
        found = outcome(s, hand)
        lines = []
        money = rng.random() < 0.5
        for key, amount in found.items():
            kind = key if isinstance(key, str) else key[0]
            if kind == 'has' and (not money or rng.random() < 0.3):
                continue
            number = self.number(kind, amount)
            if kind == 'points':
                number.wrong = [str((amount + 3) % 10)]
            if kind == 'pays':
                to = 'the pool' if key[2] == 'pool' else self.name(key[2])
                lines.append(Line(self.name(key[1]) + ' pays ', number, ' to ' + to))
            elif kind == 'points':
                lines.append(Line(self.name(key[1]) + ' has ', number, ' point' if amount == 1 else ' points'))
            elif kind in ('takes', 'owes', 'has'):
                lines.append(Line('%s %s ' % (self.name(key[1]), kind), number))
            else:
                lines.append(Line(kind + ' ', number))
            if kind in ('takes', 'owes', 'pays'):
                number.wrong.append(None)
        self.say('')
        self.say('```payout')
        self.lines += lines
        self.say('```')

    def tell(self, most):
        opening = self.set_up()
        while self.hands < most and not self.session.over and not self.stopped:
            kept = copy.deepcopy(self.session), len(self.lines)
            for _ in range(40):
                try:
                    self.play_hand(opening, self.hands + 1 == most)
                    break
                except Unsettled:
                    self.session, length = copy.deepcopy(kept[0]), kept[1]
                    del self.lines[length:]
            else:
                raise AssertionError('every hand was unsettled')
            opening = []

    def render(self, title, falsified=None, by=None):
        s = self.session
        def toml(value):
            if isinstance(value, bool):
                return str(value).lower()
            if isinstance(value, dict):
                return '{ %s }' % ', '.join('%s = %s' % (k, toml(v)) for k, v in value.items())
            return '"%s"' % value if isinstance(value, str) else str(value)
        lines = ['# ' + title, '', '```toml scenario', 'edition = "%s"' % self.game,
                 'players = [%s]' % ', '.join('"%s"' % n for n in self.names)]
        if self.options:
            lines.append('options = ' + toml(self.options))
        if self.chips is not None:
            lines.append('chips = %d' % self.chips)
        lines += ['```', '', 'Played at random.']
        texts = [line.render(falsified, by) for line in self.lines]
        return '\n'.join(lines + [t for t in texts if t is not None]) + '\n'

    def falsify(self):
        """(an expectation, what is wrong in its place)"""
        all_of_them = [p for line in self.lines for p in line.parts if isinstance(p, Expectation) and p.wrong]
        kinds = sorted({e.kind for e in all_of_them})
        kind = self.rng.choice(kinds)
        expectation = self.rng.choice([e for e in all_of_them if e.kind == kind])
        return expectation, self.rng.choice(expectation.wrong)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument('--game', required=True, choices=list(OPTIONS))
    arguments.add_argument('--sessions', type=int, default=500)
    arguments.add_argument('--seed', type=int, default=1)
    arguments.add_argument('--out', type=Path, required=True)
    given = arguments.parse_args()
    rng = random.Random('%s %d' % (given.game, given.seed))
    for folder in ('holds', 'fails'):
        (given.out / folder).mkdir(parents=True, exist_ok=True)
    hands = expectations = 0
    kinds = {}
    for i, (seats, options) in enumerate(plan(given.game, given.sessions, rng)):
        telling = Telling(given.game, seats, options, rng)
        most = rng.choice([1, 2, 3, 4])
        if 'end' in options or 'final_debts' in options or given.game.startswith(('norr', 'moench')):
            most = rng.choice([3, 12])
        telling.tell(most)
        title = '%s %d' % (given.game, i)
        text = telling.render(title)
        played, held = hold(text)          # the reader agrees with the writer
        falsified, by = telling.falsify()
        wrong = telling.render(title, falsified, by)
        try:
            hold(wrong)
            raise AssertionError('%d: falsified, and holds: %s %r for %r' % (i, falsified.kind, by, falsified.text))
        except (Wrong, Refused, ScriptError):
            pass
        (given.out / 'holds' / ('%04d.md' % i)).write_text(text)
        (given.out / 'fails' / ('%04d.md' % i)).write_text(wrong)
        hands += played
        expectations += held
        kinds[falsified.kind] = kinds.get(falsified.kind, 0) + 1
    print('%s: %d sessions, %d hands, %d expectations; falsified: %s' % (
        given.game, given.sessions, hands, expectations, ', '.join('%s %d' % k for k in sorted(kinds.items()))))


if __name__ == '__main__':
    main()
