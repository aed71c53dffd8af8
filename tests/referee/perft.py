#!/usr/bin/env python3
"""Counts the lines of play of fixed deals, for the engine to be held against: a file a game beside `mouche-1718.perft`.

    python3 tests/referee/perft.py [DIR [GAME…]]

deal N [option=value …] | eldest's hand | … | dealer's hand | fille … | turn … | stock …
    `fille` where there is a spare hand. All have their chips and points of the beginning; Norrlandsknack stands at its
    second deal (`hand 2`, with one chip of each in the pool), unless the word `first` is among the options.
plies P C
    everybody stays in and keeps their cards; the eldest bids where there is a bid, and the others join; whatever else could
    be said is left unsaid. C sequences of P cards can then be played.
lines C
    all that may be said and played, but for exchanges: the hand can go C ways to its end. A turn-up that may be taken
    at a declaration is taken in its place, not after `stands`; blind bids count apart; naming, claiming, asking for
    civility and bidding before the first declaration are each said or left unsaid.
declarations C
    with exchanges, which draw from the stock in its order: C ways to come to the first lead or to the end of the hand."""
import copy
import itertools
import random
import sys
from pathlib import Path

from cards import JACK, NATURAL, SUITS, legal, rank, suit
from games import OPTIONS, Hand, Move, Session, Unsettled
from scenarios import Play

# the company and the options of each deal
DEALS = {
    'loo-2008': [(3, {}), (3, {'play_obligation': 'bete'}), (3, {'pam_subject_to_obligations': False}),
                 (4, {'clubs_forces_play': True}), (5, {}), (10, {})],
    'rams-2008': [(3, {}), (3, {'seven': True}), (4, {}), (3, {'rams_bid': 'first'}), (5, {'pack_table': 'rounce'})],
    'mistigri-1975': [(3, {}), (3, {'mistigri_call': 'off'}), (4, {}), (4, {'mistigri_call': 'before_exchange'}), (6, {})],
    'moench-2005': [(3, {}), (3, {'still': 'if_other_trump'}), (4, {}), (4, {'clubs_forces_play': False}), (5, {})],
    'mauscheln-2008': [(3, {}), (3, {'belli': True}), (4, {}), (4, {'dealer_blind': 'ace'}), (5, {'play_obligation': 'bete'})],
    'norrlandsknack-2008': [(3, {}), (3, {'first': True}), (4, {}), (3, {'turn_up_later': 'dealer'}), (4, {'first': True})],
    'julep-2008': [(3, {}), (3, {'rank_order': 'natural'}), (4, {}), (3, {'dealer_turn_up': 'dead'}), (5, {})],
}
MOST = {'plies': 100_000, 'lines': 100_000, 'declarations': 150_000}


class Deal:
    def __init__(self, game, seats, options, hands, spare, turn, stock):
        self.options = {k: v for k, v in options.items() if k != 'first'}
        self.game, self.seats, self.hands, self.spare, self.turn, self.stock = game, seats, hands, spare, turn, stock
        self.first = options.get('first')

    def open(self):
        """the eldest is seat 0, so the dealer is the last"""
        session = Session(self.game, self.seats, self.options)
        session.dealer = self.seats - 1
        if session.is_knock and not self.first:
            session.number, session.carried = 2, self.seats
            session.chips_in_play += self.seats
        return Hand(session, self.hands, self.turn, self.spare, self.stock)

    def after(self, moves):
        """the hand after these answers (None: let pass), at its next turn"""
        play = Play(self.open())
        for move in moves:
            play.send(copy.copy(move))
        return play

    def __str__(self):
        show = lambda cards: ' '.join(in_order(cards))
        words = ['deal %d' % self.seats] + (['first'] if self.first else [])
        words += ['%s=%s' % (k, str(v).lower() if isinstance(v, bool) else v) for k, v in self.options.items()]
        parts = [' '.join(words)] + [show(h) for h in self.hands]
        if self.spare:
            parts.append('fille ' + show(self.spare))
        return ' | '.join(parts + ['turn ' + self.turn, 'stock ' + ' '.join(self.stock)])


def in_order(cards):
    return sorted(cards, key=lambda c: (SUITS.index(suit(c)), NATURAL.index(rank(c))))


class TooMany(Exception):
    pass


def answers(turn, hand, exchanges):
    """every answer at a turn before the first lead"""
    seat = turn.seat
    found = [None] if turn.optional else []
    if turn.kind == 'turnup' and turn.optional and (hand.s.is_rams or hand.s.is_julep or hand.s.is_mauscheln):
        return found                       # taken at the declaration already
    for verb, limit in turn.choices.items():
        if verb == 'exchange':
            if exchanges:
                mine = sorted(hand.hands[seat])
                found += [Move(seat, verb, cards) for k in range(1, limit + 1) for cards in itertools.combinations(mine, k)]
        elif verb == 'turnup':
            found += [Move(seat, verb, [card]) for card in hand.hands[seat]]
        elif verb == 'defend':
            six = hand.told_stock[:6]
            found += [Move(seat, verb, [card], six) for card in six]
        elif verb == 'name':
            found += [Move(seat, verb, suit=s) for s in SUITS]
        elif verb == 'rams' and turn.kind == 'rams-first':
            found += [Move(one, verb) for one in turn.who]
        elif verb != 'blind':
            found.append(Move(seat, verb))
    if turn.choices.get('blind'):
        found.append(Move(seat, 'diddle', blind=True))
    return found


def ways(deal, exchanges, leaf):
    """the sum of `leaf` over all ways to come to the first lead, or to the end"""
    total = 0
    waiting = [[]]
    while waiting:
        moves = waiting.pop()
        play = deal.after(moves)
        if play.turn is None:
            total += 1
        elif play.turn.kind in ('demand', 'play'):
            total += leaf(play.hand)
        else:
            waiting += [moves + [answer] for answer in answers(play.turn, play.hand, exchanges)]
        if total > MOST['lines']:
            raise TooMany
    return total


def plays(hand, spoken, plies=None):
    """in how many ways the tricks can go; `spoken`: with what may be said besides; `plies`: only so many cards"""
    s, ladder, memo = hand.s, hand.s.ladder, {}
    size = s.size
    playing = hand.players()
    bound = plies if plies is not None else len(playing) * size

    def trick(number, leader, hands, trump, left):
        if number > size or left == 0:
            return 1
        key = number, leader, hands, trump, left
        if key not in memo:
            order = [p for p in hand.round(leader) if p in playing]
            mine = hands[leader]
            memo[key] = card(number, order, 0, [], None, trump, hands, False, left)
            if spoken and ladder.top and (s.is_loo or s.is_moench):
                hand.trump = trump
                if hand.may_demand(leader, number, mine):
                    memo[key] += lead_ace(number, order, trump, hands, left)
        return memo[key]

    def lead_ace(number, order, trump, hands, left):
        return put(number, order, 0, [], None, trump, hands, True, left, 'A' + trump)

    def card(number, order, at, played, led, trump, hands, demanded, left):
        if at == len(order):
            best = order[ladder.winner(played, trump)]
            if hand.all_tricks and best != hand.bidder:
                return 1
            return trick(number + 1, best, hands, trump, left)
        if left == 0:
            return 1
        mine = sorted(hands[order[at]])
        hand.trump = trump
        banned = hand.bans(order[at], demanded, mine)
        may = legal(ladder, mine, played, led, trump, s.duty, hand.lead_duties(number), s.free_top, banned)
        return sum(put(number, order, at, played, led, trump, hands, demanded, left, c) for c in may.cards)

    def put(number, order, at, played, led, trump, hands, demanded, left, c):
        seat = order[at]
        after = hands[:seat] + (hands[seat] - {c},) + hands[seat + 1:]
        trumps = [trump]
        if spoken and c == JACK and s.options.get('mistigri_call') == 'on_play' and number < size:
            trumps += SUITS                # unsaid, or one of four
        total = 0
        for named in trumps:
            suit_led = led if played else ladder.belongs(c, named)
            total += card(number, order, at + 1, played + [c], suit_led, named, after, demanded, left - 1)
        if total > MOST['lines']:
            raise TooMany
        return total

    kept = hand.trump
    hands = tuple(frozenset(h) for h in hand.hands)
    leader = hand.bidder if s.is_mauscheln else playing[0]
    total = trick(1, leader, hands, kept, bound)
    hand.trump = kept
    return total


def by_hand(deal, moves):
    """the ways to the end, turn by turn and nothing shared: a check of `ways` and `plays`"""
    play = deal.after(moves)
    turn = play.turn
    if turn is None:
        return 1
    if turn.kind == 'play':
        return sum(by_hand(deal, moves + [Move(turn.seat, 'play', [c])]) for c in turn.legal.cards)
    if turn.kind == 'trick':
        return by_hand(deal, moves + [None])
    return sum(by_hand(deal, moves + [a]) for a in answers(turn, play.hand, False))


def all_in(deal):
    """the hand at its first lead, everybody in, nobody having changed a card"""
    moves = []
    while True:
        play = deal.after(moves)
        turn = play.turn
        if turn is None or turn.kind in ('demand', 'play'):
            return play.hand
        if turn.optional:
            moves.append(None)
        elif turn.kind == 'turnup':        # the dealer must take it
            moves.append(Move(turn.seat, 'turnup', [in_order(play.hand.hands[turn.seat])[-1]]))
        else:
            verb = next(v for v in ('stand', 'diddle', 'knock', 'join') if v in turn.choices)
            moves.append(Move(turn.seat, verb))


def counts(deal):
    found = []
    hand = all_in(deal)
    if hand is not None:
        last = len(hand.players()) * hand.s.size
        for plies in sorted({4, 8, 12, 16, last}):
            if plies <= last:
                try:
                    number = plays(hand, False, plies)
                except TooMany:
                    break
                if number > MOST['plies']:
                    break
                found.append('plies %d %d' % (plies, number))
    if deal.seats > 4 or deal.seats == 4 and deal.game == 'rams-2008':
        return found
    try:
        number = ways(deal, False, lambda h: plays(h, True))
        if number <= 3000:
            assert number == by_hand(deal, []), (number, by_hand(deal, []))
        found.append('lines %d' % number)
    except TooMany:
        if deal.game not in ('norrlandsknack-2008', 'julep-2008'):   # in these lines are always many
            return None
    if deal.seats == 3 and not deal.game.startswith(('rams', 'norr')):
        number = ways(deal, True, lambda h: 1)
        assert number <= MOST['declarations']
        found.append('declarations %d' % number)
    return found


def random_deal(game, seats, options, rng):
    session = Session(game, seats, {k: v for k, v in options.items() if k != 'first'})
    while True:
        deck = list(session.pack)
        rng.shuffle(deck)
        hands = [[deck.pop() for _ in range(session.size)] for _ in range(seats)]
        spare = [deck.pop() for _ in range(5)] if session.is_rams else []
        turn = deck.pop()
        top = session.ladder.top
        if top and not any(top in h for h in hands):
            continue
        if 'clubs_forces_play' in options and suit(turn) != '♣':
            continue
        if 'dealer_blind' in options and rank(turn) != 'A':
            continue
        if session.ladder.promoted and not any(session.ladder.promoted in h for h in hands):
            continue
        return Deal(game, seats, options, hands, spare, turn, deck)


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent / 'perft'
    for game in sys.argv[2:] or DEALS:
        rng = random.Random(game)
        lines = []
        for seats, options in DEALS[game]:
            for _ in range(2):
                found = None
                while found is None or sum(map(len, found)) == 0:
                    deal = random_deal(game, seats, options, rng)
                    try:
                        found = counts(deal)
                    except TooMany:
                        continue
                lines += [str(deal)] + found
        (folder / (game + '.perft')).write_text('\n'.join(lines) + '\n')
        print(game, len(lines), flush=True)


if __name__ == '__main__':
    main()
