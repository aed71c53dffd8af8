"""The seven cousins: options, a session with its money, and one hand after another as a procedure that asks.

`Hand.play()` is a generator: it yields a `Turn`, which says who may do what and why not, and is sent a `Move`
(or None where a turn may be let pass). What the hand comes to stands in `takes`, `owes`, `pays` afterwards."""
from cards import (JACK, NATURAL, SPANISH, Ladder, flush_points, flush_suit, legal, pack, rank, suit)

END = [{'tours': 3}, {'tours': 1}, {'hands': 1}, {'hands': 2}, {'target': None}, 'bankrupt']
MONEY = {'end': END, 'final_debts': ['shared', 'last_hand'], 'credit': ['open', 'cash']}
FLUSH = {'flush_payers': ['active', 'all'], 'flush_must_be_dealt': [False, True],
         'stock_short': ['first_come', 'reshuffle_discards', 'cap_3'], 'pam_subject_to_obligations': [True, False],
         'all_pass': ['dealer_takes', 'void'], 'play_obligation': ['strict', 'bete']}

# option: its values, the default first
OPTIONS = {
    'loo-2008': {
        'loo': ['limited', 'unlimited'], 'clubs_forces_play': [False, True], 'pam_never_looed': [False, True],
        'flush_paid': ['holder', 'next_pool'], 'flush_tie_final': ['elder', 'divide'],
        'losing_flush_exempt': [True, False], 'pam_holder_exempt': [True, False], **FLUSH, **MONEY},
    'rams-2008': {
        'rams_bid': ['in_turn', 'first'], 'all_pass': ['five', 'dealer_takes', 'void'], 'seven': [False, True],
        'pack_table': ['source', 'rounce'], 'play_obligation': ['strict', 'bete'], **MONEY},
    'mistigri-1975': {
        'stake': [5, 10, 15], 'mistigri_call': ['on_play', 'before_exchange', 'off'],
        'losing_flush_exempt': [False, True], 'pam_holder_exempt': [False, True], **FLUSH, **MONEY},
    'moench-2005': {
        'mistigri_call': ['on_play', 'before_exchange', 'off'], **FLUSH, 'losing_flush_exempt': [True, False],
        'pam_holder_exempt': [True, False], 'stock_short': ['reshuffle_discards', 'first_come', 'cap_3'],
        'all_pass': ['five', 'dealer_takes', 'void'], 'still': ['absolute', 'if_other_trump'],
        'clubs_forces_play': [True, False], 'pot_limit': [40, 25, 30, 'none'], 'pack_table': ['source', 'always_52'],
        'end': [{'target': 50}, {'hands': 1}, {'hands': 2}, {'hands': 3}, {'target': 60}],
        'final_debts': ['shared', 'last_hand'], 'credit': ['open', 'cash']},
    'mauscheln-2008': {
        'belli': [False, True], 'dealer_blind': [False, 'ace', 'ace_or_king'], 'flush_redeal': [False, True],
        'pack_table': ['source', 'full'], 'stake': [4, 8, 12], 'debt_cap': ['none', 4, 8, 12],
        'play_obligation': ['strict', 'bete'], **MONEY},
    'norrlandsknack-2008': {
        'lone_knock': [5, 1, 0], 'turn_up_later': ['dead', 'dealer'], 'bid_on_three': [False, True],
        'points': [10, 5, 7, 12]},
    'julep-2008': {
        'rank_order': ['spanish', 'natural'], 'stake': [4, 2, 6, 10], 'dealer_turn_up': ['free', 'double', 'dead'],
        'play_obligation': ['strict', 'bete'], **MONEY},
}
SEATS = {'loo-2008': (3, 10), 'rams-2008': (3, 5), 'mistigri-1975': (3, 6), 'moench-2005': (3, 6),
         'mauscheln-2008': (3, 5), 'norrlandsknack-2008': (3, 5), 'julep-2008': (3, 6)}
CHIPS = {'loo-2008': 100, 'rams-2008': 50, 'mistigri-1975': 25, 'moench-2005': 25, 'mauscheln-2008': 40,
         'norrlandsknack-2008': 10, 'julep-2008': 40}


class ScriptError(Exception):
    """what is told cannot have happened, and no clause refuses it"""


class Refused(Exception):
    """what is told is refused by a clause"""

    def __init__(self, clause):
        super().__init__(clause)
        self.clause = clause


class Unsettled(Exception):
    """the rules leave open what follows"""


class Move:
    def __init__(self, seat, verb, cards=(), drawn=None, suit=None, blind=False):
        self.seat, self.verb, self.cards, self.drawn, self.suit, self.blind = seat, verb, list(cards), drawn, suit, blind

    def __repr__(self):
        return 'Move(%s)' % ', '.join('%s=%r' % kv for kv in vars(self).items() if kv[1] not in (None, [], False))


class Turn:
    """What the hand waits for. `choices`: verb → True, or the most cards of an exchange; `refused`: verb → clause.
    `optional`: it is let pass by sending None. `who`: all seats of which one may answer, else `seat` alone."""

    def __init__(self, kind, seat, choices=(), refused=(), optional=False, legal=None, who=None):
        self.kind, self.seat, self.optional, self.legal = kind, seat, optional, legal
        self.choices, self.refused = dict(choices), dict(refused)
        self.who = who if who is not None else [seat]
        self.most = None                   # what one exchange may come to, apart from what is there to be drawn
        self.too_many = 'exchange.once'    # what refuses more than that

    def why_not(self, move):
        """the clause that refuses this move of the mover, or None"""
        if move.verb == 'play':
            return self.legal.refused.get(move.cards[0])
        if move.verb == 'diddle' and move.blind and not self.choices.get('blind'):
            return 'decl.blind' if 'diddle' in self.choices else 'decl.bid'
        if move.verb == 'exchange' and move.verb not in self.refused and self.most is not None:
            if len(move.cards) > self.most:
                return self.too_many
            if len(move.cards) > self.choices.get('exchange', 0):
                return 'exchange.short'
            return None
        if move.verb in self.choices:
            return None
        return self.refused.get(move.verb)


class Session:
    """Who sits there, what each has, owes and scores, and what lies in the pool between two hands."""

    def __init__(self, game, seats, options=None, chips=None):
        low, high = SEATS[game]
        if not low <= seats <= high:
            raise ScriptError('%s is not for %d' % (game, seats))
        self.game, self.seats, self.chosen = game, seats, dict(options or {})
        for name in self.chosen:
            if name not in OPTIONS[game]:
                raise ScriptError('%s has no option %s' % (game, name))
        values = {name: values[0] for name, values in OPTIONS[game].items()}
        values.update(self.chosen)
        self.options = values
        self.is_loo, self.is_rams, self.is_grupp = game[:3] == 'loo', game[:4] == 'rams', game[:8] == 'mistigri'
        self.is_moench, self.is_mauscheln = game[:6] == 'moench', game[:9] == 'mauscheln'
        self.is_knock, self.is_julep = game[:6] == 'norrla', game[:5] == 'julep'
        self.stake = values.get('stake', 1 if self.is_knock else 4 if self.is_mauscheln else 5)
        self.size = 4 if self.is_mauscheln else 5
        self.pack = self.make_pack()
        top = JACK if self.is_loo or self.is_grupp or self.is_moench else None
        order = SPANISH if self.is_julep and values['rank_order'] == 'spanish' else NATURAL
        self.ladder = Ladder(order, top, '7♦' if values.get('seven') or values.get('belli') else None)
        self.duty = 'follow' if self.is_knock else values['play_obligation']
        self.free_top = top is not None and not values['pam_subject_to_obligations']
        self.purses = [CHIPS[game] if chips is None else chips] * seats
        self.chips_in_play = sum(self.purses)
        self.bought = 0                    # brought in under `credit = "cash"`, or there before the file opened
        self.purses_known = True
        self.carried, self.side, self.debts = 0, 0, []
        self.dealer, self.number, self.dealt, self.played, self.void_run = None, 1, 0, False, 0
        self.points = [values['points']] * seats if self.is_knock else None
        self.over, self.last_hand = False, False
        self.would_open = None             # the pools of a next hand, were there one

    def make_pack(self):
        n, table = self.seats, self.options.get('pack_table', 'source')
        ranks = NATURAL
        if self.is_rams and table == 'source' or self.is_mauscheln and table == 'source' or self.is_grupp and n <= 4:
            ranks = NATURAL[:8]
        elif self.is_moench and table == 'source' and n <= 4:
            ranks = NATURAL[:9]
        elif self.is_julep:
            ranks = [r for r in NATURAL if r not in ('10', '9', '8')]
        return pack(ranks)

    def stakes(self, dealer):
        """who puts in what when the next hand opens"""
        if self.is_knock:
            return {s: 1 for s in range(self.seats)} if self.number == 1 and self.dealt == 0 else {}
        if self.is_grupp or self.is_moench:
            return {s: self.stake for s in range(self.seats)}
        return {dealer: self.stake}

    def next_opening(self):
        """the pool and the side pot with which the next hand will open"""
        together = self.carried + self.side + sum(self.stakes(self.dealer).values()) + sum(d for _, d in self.debts)
        limit = self.options.get('pot_limit', 'none')
        pool = together if limit == 'none' else min(limit, together)
        return pool, together - pool

    def lay_out(self, seat, amount):
        """the seat gives up chips; under cash it buys what it lacks"""
        if self.options.get('credit') == 'cash' and self.purses[seat] < amount:
            self.bought += amount - max(self.purses[seat], 0)
            self.purses[seat] = max(self.purses[seat], amount)
        self.purses[seat] -= amount

    def open(self):
        pool, side = self.next_opening()
        for seat, amount in self.stakes(self.dealer).items():
            self.lay_out(seat, amount)
        for seat, amount in self.debts:
            self.lay_out(seat, amount)
        self.debts, self.carried, self.side = [], 0, side
        return pool

    def check_chips(self, pool=0):
        """chips are conserved"""
        if sum(self.purses) + self.carried + self.side + pool != self.chips_in_play + self.bought:
            raise AssertionError('chips were lost or made: %r' % vars(self))

    def close(self, hand):
        """books a hand that has ended"""
        self.book(hand)
        self.carried = hand.pool_left
        self.debts = [(s, hand.owes[s]) for s in hand.round(hand.eldest) if hand.owes.get(s)]
        self.check_chips()
        self.dealt += 1
        self.number += 1
        if hand.void:
            self.void_run += 1
        else:
            self.void_run, self.played = 0, True
        if not (self.is_knock and hand.void and self.void_run < 3):
            self.dealer = (self.dealer + 1) % self.seats
            self.void_run = 0
        self.would_open = self.next_opening()
        self.end_if_due()

    def book(self, hand):
        """purses after what the hand moved; under cash the order may matter, and then they are not known"""
        before = list(self.purses), self.bought
        results = []
        for order in (hand.pays + [('pool', s, n) for s, n in hand.takes.items()],
                      [('pool', s, n) for s, n in hand.takes.items()] + hand.pays):
            self.purses, self.bought = list(before[0]), before[1]
            for giver, taker, amount in order:
                if giver != 'pool':
                    self.lay_out(giver, amount)
                if taker != 'pool':
                    self.purses[taker] += amount
            results.append((self.purses, self.bought))
        self.purses_known = self.purses_known and results[0] == results[1]

    def end_if_due(self):
        if self.is_knock:
            self.over = 0 in self.points
            return
        end = self.options['end']
        if end == 'bankrupt':
            due = min(self.purses) <= 0
        elif 'tours' in end:
            due = self.dealt >= end['tours'] * self.seats
        elif 'hands' in end:
            due = self.dealt >= end['hands']
        else:
            due = max(self.purses) >= end['target']
        if self.last_hand:
            due = True
        if not due:
            return
        if self.options['final_debts'] == 'last_hand' and self.debts and not self.last_hand:
            self.last_hand = True
            return
        self.over = True                   # what is left is shared afterwards: no payout tells it


class Hand:
    def __init__(self, session, hands, turn, spare=None, stock=None):
        """`hands` by seat; `stock`: its first cards, where they are told"""
        self.s, self.hands, self.turn = session, [list(h) for h in hands], turn
        self.spare, self.told_stock = list(spare or []), list(stock or [])
        self.dealer = session.dealer
        self.eldest = (self.dealer + 1) % session.seats
        seen = [c for h in hands for c in h] + [turn] + self.spare
        if len(set(seen + self.told_stock)) != len(seen) + len(self.told_stock) or not set(seen + self.told_stock) <= set(session.pack):
            raise ScriptError('a card twice, or not in the pack')
        if any(len(h) != session.size for h in hands):
            raise ScriptError('a hand of another size')
        if len(self.spare) != (5 if session.is_rams else 0):
            raise ScriptError('the spare hand')
        self.unseen = [c for c in session.pack if c not in seen]     # the stock, or what was shuffled to be one
        self.trump = suit(turn)
        self.folded, self.folded_cards, self.discards = [], [], {}
        self.exchanged, self.redealt = set(), set()
        self.bidder = self.defender = self.alone = None
        self.all_tricks = False
        self.turned_to = None              # who took the turn-up
        self.dealt_cards = [list(h) for h in self.hands]
        self.tricks = [0] * session.seats
        self.takes, self.owes, self.pays = {}, {}, []
        self.void = False
        self.kept_still = False
        self.named = False
        self.claimed = []
        self.first_deal = session.is_knock and not session.played and session.number - session.dealt == 1
        self.someone_at_one = session.is_knock and 1 in session.points
        self.pool = self.pool_left = session.open()
        session.check_chips(self.pool)
        clubs = self.trump == '♣' and session.options.get('clubs_forces_play')
        self.forced = bool(clubs or session.is_rams and self.pool == session.stake)

    # who

    def round(self, first):
        return [(first + i) % self.s.seats for i in range(self.s.seats)]

    def players(self):
        """those in, from the eldest"""
        return [s for s in self.round(self.eldest) if s not in self.folded]

    # money

    def take(self, seat, amount):
        if amount:
            self.takes[seat] = self.takes.get(seat, 0) + amount
            self.pool_left -= amount

    def pay(self, seat, to, amount):
        self.pays.append((seat, to, amount))
        if to == 'pool':
            self.pool_left += amount

    def owe(self, seat, amount):
        cap = self.s.options.get('debt_cap', 'none')
        self.owes[seat] = amount if cap == 'none' else min(amount, cap)

    # cards

    def fold(self, seat):
        self.folded.append(seat)
        self.folded_cards += self.hands[seat]

    def sources(self):
        s = self.s
        if s.is_julep:
            return ['folded']
        if s.is_mauscheln:
            return ['folded', 'discards']
        return ['discards'] if s.options.get('stock_short') == 'reshuffle_discards' else []

    def within_reach(self, seat):
        """how many cards are left for this seat"""
        left = len(self.unseen)
        if 'folded' in self.sources():
            left += len(self.folded_cards)
        if 'discards' in self.sources():
            left += sum(len(d) for owner, d in self.discards.items() if owner != seat)
        return left

    def draw(self, seat, count, drawn):
        """takes the cards out of the stock, then out of the sources, in their order"""
        if drawn is None:
            if len(self.told_stock) < count:
                raise ScriptError('what was drawn is not told')
            drawn = self.told_stock[:count]
        if len(drawn) != count or len(set(drawn)) != count:
            raise ScriptError('%d cards drawn for %d' % (len(drawn), count))
        next_ones = self.told_stock[:count]
        if not set(next_ones) <= set(drawn):
            raise ScriptError('the stock gives other cards')
        self.told_stock = self.told_stock[count:]
        wanted = list(drawn)
        for source in [None] + self.sources():
            if not wanted:
                break
            if source:                     # the stock is drained: a new one is shuffled, and serves on
                self.shuffle_in(source, seat)
            number = min(len(self.unseen), len(wanted))
            here = [c for c in wanted if c in self.unseen][:number]
            if len(here) < number:
                raise ScriptError('%s cannot have been drawn' % wanted)
            self.unseen = [c for c in self.unseen if c not in here]
            wanted = [c for c in wanted if c not in here]
        if wanted:
            raise ScriptError('%s cannot have been drawn' % wanted)
        return list(drawn)

    def shuffle_in(self, source, seat):
        if source == 'folded':
            self.unseen, self.folded_cards = self.folded_cards, []
            return
        if self.redealt:
            raise Unsettled('a flush thrown in as a source')
        self.unseen = [c for owner, d in self.discards.items() if owner != seat for c in d]
        self.discards = {owner: d for owner, d in self.discards.items() if owner == seat}

    def lay_down(self, seat, cards):
        for card in cards:
            if card not in self.hands[seat]:
                raise ScriptError('%s is not in hand' % card)
        self.hands[seat] = [c for c in self.hands[seat] if c not in cards]

    def exchange(self, seat, move):
        if not move.cards or len(set(move.cards)) != len(move.cards):
            raise ScriptError('an exchange of nothing, or of a card twice')
        self.lay_down(seat, move.cards)
        drawn = self.draw(seat, len(move.cards), move.drawn)
        self.discards.setdefault(seat, []).extend(move.cards)
        self.hands[seat] += drawn
        self.exchanged.add(seat)

    def take_turn_up(self, card):
        self.lay_down(self.dealer, [card])
        self.hands[self.dealer].append(self.turn)
        self.turned_to = self.dealer

    # asking

    def ask(self, turn):
        move = yield turn
        if move is None:
            if not turn.optional:
                raise ScriptError('%s is to answer' % turn.kind)
            return None
        if move.seat not in turn.who:
            raise ScriptError('out of turn')
        clause = turn.why_not(move)
        if clause:
            raise Refused(clause)
        if move.verb != 'play' and move.verb not in turn.choices:
            raise ScriptError('%s: %s is not for now' % (turn.kind, move.verb))
        return move

    def exchange_turn(self, kind, seat, choices, refused, most=5):
        cap3 = self.s.options.get('stock_short') == 'cap_3'
        turn = Turn(kind, seat, choices, refused)
        turn.most, turn.too_many = (3, 'exchange.short') if cap3 else (most, 'exchange.once')
        count = min(turn.most, self.within_reach(seat))
        if self.redealt and count < turn.most:
            raise Unsettled('a flush thrown in, and a short stock')
        if count:
            turn.choices['exchange'] = count
        return turn

    def play(self):
        s = self.s
        if s.is_loo or s.is_rams or s.is_julep:
            playing = yield from self.declare()
        elif s.is_grupp or s.is_moench:
            playing = yield from self.join_then_exchange()
        elif s.is_mauscheln:
            playing = yield from self.diddle()
        else:
            playing = yield from self.knock()
        if playing:
            yield from self.play_tricks()
            self.settle()
        if s.is_knock:
            self.score()

    # loo, rams, julep: one declaration each

    def declare(self):
        s = self.s
        if s.is_rams and s.options['rams_bid'] == 'first':
            # the eldest bids in their turn, which is before the first declaration too
            turn = Turn('rams-first', self.eldest, {'rams': True}, optional=True, who=self.round(self.eldest)[1:])
            move = yield from self.ask(turn)
            if move:
                self.bid_all(move.seat)
                return True
        taken = None                       # who took the spare hand
        for seat in self.round(self.eldest):
            before = [p for p in self.players() if p != seat and self.spoke(p, seat)]
            if seat == self.dealer and not before and not s.is_julep:
                return self.all_pass()
            refused = {}
            choices = {'fold': True, 'stand': True}
            if self.forced:
                refused['fold'] = 'forced'
            elif s.is_rams and seat == self.dealer and len(before) == 1:
                refused['fold'] = 'forced.last'
            if s.is_rams:
                if taken is None:
                    choices['spare'] = True
                else:
                    refused['spare'] = 'decl.fille'
                if s.options['rams_bid'] == 'in_turn' or seat == self.eldest:
                    choices['rams'] = True
                else:
                    refused['rams'] = 'decl.all'
            if seat == self.dealer and (s.is_rams or s.is_julep):
                if s.options.get('dealer_turn_up') == 'dead':
                    refused['turnup'] = 'turn.owner'
                else:
                    choices['turnup'] = True
            for verb in refused:
                choices.pop(verb, None)
            if s.is_rams:
                turn = Turn('declare', seat, choices, refused)
            else:
                turn = self.exchange_turn('declare', seat, choices, refused)
            move = yield from self.ask(turn)
            if move.verb == 'fold':
                self.fold(seat)
            elif move.verb == 'exchange':
                self.exchange(seat, move)
            elif move.verb == 'spare':
                taken = seat
                self.hands[seat], self.spare = list(self.spare), []
            elif move.verb == 'turnup':
                self.take_turn_up(move.cards[0])
            elif move.verb == 'rams':
                self.bid_all(seat)
                return True
            if 'turnup' in choices and move.verb in ('stand', 'exchange'):
                move = yield from self.ask(Turn('turnup', seat, {'turnup': True}, optional=True))
                if move:
                    self.take_turn_up(move.cards[0])
        if s.is_julep:
            return (yield from self.defence())
        if len(self.players()) == 1:
            self.take(self.players()[0], self.pool)
            return False
        if s.is_loo:
            return (yield from self.claims())
        return True

    def spoke(self, one, before):
        order = self.round(self.eldest)
        return order.index(one) < order.index(before)

    def bid_all(self, seat):
        self.bidder, self.all_tricks = seat, True
        self.folded = []

    def all_pass(self):
        """all before the dealer have folded"""
        how = self.s.options['all_pass']
        if how == 'dealer_takes':
            self.take(self.dealer, self.pool)
            return False
        self.void = True
        if how == 'five':
            self.pay((self.dealer - 1) % self.s.seats, self.dealer, 5)
        return False

    def defence(self):
        playing = self.players()
        if not playing:
            self.void = True
            return False
        if len(playing) > 1:
            return True
        self.alone = playing[0]
        for seat in self.round(self.eldest):
            if seat == self.alone:
                continue
            if self.within_reach(seat) < 6:
                raise Unsettled('fewer than six cards to defend with')
            move = yield from self.ask(Turn('defend', seat, {'defend': True}, optional=True))
            if move:
                laid = move.cards[0]
                if move.drawn is None or laid not in move.drawn:
                    raise ScriptError('one of the six is laid down')
                drawn = self.draw(seat, 6, move.drawn)
                self.hands[seat] = [c for c in drawn if c != laid]
                self.folded.remove(seat)
                self.defender = seat
                return True
        self.take(self.alone, self.pool)
        return False

    # Mistigri and Mönch: going in, then the exchange

    def join_then_exchange(self):
        s = self.s
        for seat in self.round(self.eldest):
            if seat == self.dealer and self.players() == [self.dealer]:
                return self.all_pass()
            refused = {'stand': 'decl.stand', 'exchange': 'decl.exchange'}
            choices = {'join': True, 'fold': True}
            if self.forced:
                choices.pop('fold')
                refused['fold'] = 'forced'
            move = yield from self.ask(Turn('join', seat, choices, refused))
            if move.verb == 'fold':
                self.fold(seat)
        playing = self.players()
        if len(playing) == 1:
            self.take(playing[0], self.pool)
            return False
        if s.options['mistigri_call'] == 'before_exchange':
            holder = [p for p in playing if JACK in self.hands[p]]
            if holder:
                move = yield from self.ask(Turn('name', holder[0], {'name': True}, optional=True))
                if move:
                    self.trump, self.named = move.suit, True
        yield from self.exchange_round(4 if s.is_moench else 5)
        return (yield from self.claims())

    def exchange_round(self, most):
        for seat in self.players():
            refused = {'fold': 'decl.fold', 'join': 'decl.join'}
            turn = self.exchange_turn('exchange', seat, {'stand': True}, refused, most)
            blind = seat == self.bidder == self.dealer and self.blind
            if blind:
                turn.choices['turnup'] = True
            move = yield from self.ask(turn)
            if move.verb == 'exchange':
                self.exchange(seat, move)
            elif move.verb == 'turnup':
                self.take_turn_up(move.cards[0])
            if blind and (move.verb == 'stand' or move.verb == 'exchange' and len(move.cards) <= 3):
                move = yield from self.ask(Turn('turnup', seat, {'turnup': True}, optional=True))
                if move:
                    if move.cards[0] not in self.dealt_cards[seat]:
                        raise ScriptError('for a card that was dealt')
                    self.take_turn_up(move.cards[0])

    # flushes

    def has_flush(self, seat):
        return flush_suit(self.hands[seat], self.s.ladder.top) is not None

    def counts_as_flush(self, seat):
        return self.has_flush(seat) and not (self.s.options['flush_must_be_dealt'] and seat in self.exchanged)

    def flush_value(self, seat):
        hand = self.hands[seat]
        in_trumps = flush_suit(hand, JACK) == self.trump
        if self.s.is_loo:
            heights = sorted((self.s.ladder.height[rank(c)] for c in hand), reverse=True)
            return (1,) if JACK in hand else (0, in_trumps, heights)
        return (in_trumps, flush_points(hand))

    def claims(self):
        """True if nobody has the pool by a flush"""
        for seat in self.players():
            if self.counts_as_flush(seat):
                move = yield from self.ask(Turn('claim', seat, {'claim': True}, optional=True))
                if move:
                    self.claimed.append(seat)
        if not self.claimed:
            return True
        s, o = self.s, self.s.options
        best = max(self.flush_value(c) for c in self.claimed)
        holders = [c for c in self.claimed if self.flush_value(c) == best]
        divided = o.get('flush_tie_final') == 'divide' and len(holders) > 1
        if not divided:
            holders = holders[:1]
        if len(holders) > 2:
            raise Unsettled('three equal flushes')
        self.divide(self.pool, holders, self.take)
        for seat in self.round(self.eldest):
            if seat in holders or seat in self.folded and o['flush_payers'] == 'active':
                continue
            spared = o['pam_holder_exempt'] and JACK in self.hands[seat]
            flush = o['losing_flush_exempt'] and self.counts_as_flush(seat)
            if flush and seat not in self.claimed:
                flush = s.is_loo           # elsewhere only a flush that was claimed is spared
            if (spared or flush) and seat not in self.folded:   # a folded hand is not shown
                continue
            amount = self.pool if o.get('loo') == 'unlimited' else s.stake
            if s.is_loo and o['flush_paid'] == 'holder':
                self.divide(amount, holders, lambda to, n, giver=seat: self.pay(giver, to, n))
            else:
                self.owe(seat, amount)
        return False

    @staticmethod
    def divide(amount, holders, give):
        """in equal parts; the odd chip goes to the first"""
        each, odd = divmod(amount, len(holders))
        for i, holder in enumerate(holders):
            give(holder, each + (odd if i == 0 else 0))

    # Mauscheln

    def diddle(self):
        s, o = self.s, self.s.options
        self.blind = False
        if o['flush_redeal']:
            for seat in self.round(self.eldest):
                hand = self.hands[seat]
                if len({suit(c) for c in hand}) == 1:
                    if s.ladder.promoted in hand:
                        raise Unsettled('Belli in a flush of four')
                    if len(self.unseen) < 4:
                        raise Unsettled('a flush thrown in on a short stock')
                    move = yield from self.ask(Turn('redeal', seat, {'redeal': True}))
                    self.hands[seat] = self.draw(seat, 4, move.drawn)
                    self.dealt_cards[seat] = list(self.hands[seat])
                    self.redealt.add(seat)
                    self.pay(seat, 'pool', s.stake)
        turned = {False: (), 'ace': ('A',), 'ace_or_king': ('A', 'K')}[o['dealer_blind']]
        for seat in self.round(self.eldest):
            turn = Turn('bid', seat, {'pass': True, 'diddle': True},
                        {'join': 'decl.join', 'fold': 'decl.fold', 'stand': 'decl.stand', 'exchange': 'decl.exchange'})
            if turned and seat == self.dealer and rank(self.turn) in turned:
                turn.choices['blind'] = True
            move = yield from self.ask(turn)
            if move.verb == 'diddle':
                self.bidder, self.blind = seat, move.blind
                break
        if self.bidder is None:
            self.void = True
            return False
        yield from self.join_after_bid()
        if len(self.players()) == 1:
            self.take(self.bidder, self.pool_left)
            return False
        yield from self.exchange_round(4)
        return True

    def join_after_bid(self):
        for seat in self.round(self.bidder)[1:]:
            refused = {'stand': 'decl.stand', 'exchange': 'decl.exchange', 'pass': 'decl.bid'}
            refused['diddle' if self.s.is_mauscheln else 'knock'] = 'decl.bid'
            move = yield from self.ask(Turn('join', seat, {'join': True, 'fold': True}, refused))
            if move.verb == 'fold':
                self.fold(seat)

    # Norrlandsknack

    def knock(self):
        s = self.s
        other = 'lurk' if self.first_deal else 'pass'
        wrong = 'pass' if self.first_deal else 'lurk'
        for seat in self.round(self.eldest):
            turn = Turn('bid', seat, {other: True, 'knock': True}, {wrong: 'decl.bid', 'join': 'decl.join'})
            move = yield from self.ask(turn)
            if move.verb == 'knock':
                self.bidder = seat
                break
        if self.bidder is None:
            self.void = True
            return False
        if self.first_deal:
            for seat in self.round(self.eldest):
                if seat == self.dealer:
                    refused = {'stand': 'turn.owner', 'exchange': 'turn.owner'}
                    move = yield from self.ask(Turn('turnup', seat, {'turnup': True}, refused))
                    self.take_turn_up(move.cards[0])
                    turn = self.exchange_turn('after-turnup', seat, {}, {}, 4)
                    turn.optional = True
                else:
                    turn = self.exchange_turn('exchange', seat, {'stand': True}, {'join': 'decl.join'})
                move = yield from self.ask(turn)
                if move and move.verb == 'exchange':
                    if self.turn in move.cards:
                        raise Unsettled('the turn-up laid down again')
                    self.exchange(seat, move)
            return True
        yield from self.join_after_bid()
        if len(self.players()) == 1:
            return False
        if s.options['turn_up_later'] == 'dealer' and self.dealer not in self.folded:
            move = yield from self.ask(Turn('turnup', self.dealer, {'turnup': True}, optional=True))
            if move:
                self.take_turn_up(move.cards[0])
        return True

    def score(self):
        s = self.s
        if self.void:
            return
        opened = list(s.points)
        if len(self.players()) == 1:       # nobody answered the knock
            self.tricks[self.bidder] = s.options['lone_knock']
        bound = {self.bidder} if self.first_deal else set(self.players())
        lone = len(self.players()) == 1
        for seat in self.round(self.eldest):
            if seat in self.folded:
                continue
            if self.tricks[seat] == 0 and seat in bound and not lone:
                s.points[seat] = min(s.options['points'], opened[seat] + 5)
                self.pay(seat, 'pool', 1)
            else:
                s.points[seat] = max(0, opened[seat] - self.tricks[seat])
        assert all(0 <= p <= max(s.options['points'], max(opened)) for p in s.points)
        home = [p for p in self.round(self.eldest) if s.points[p] == 0]
        if home:
            self.divide_at_the_end(home)

    def divide_at_the_end(self, home):
        each, odd = divmod(self.pool_left, len(home))
        for i, seat in enumerate(home):
            self.take(seat, each + (odd if i == 0 else 0))

    # tricks

    def lead_duties(self, number):
        if self.s.is_loo:
            return ['trump'] if number > 1 else []
        if self.s.is_knock:
            return (['ace'] if number == 1 else []) + (['trump'] if self.someone_at_one else [])
        return []

    def may_demand(self, seat, number, hand):
        if 'A' + self.trump not in hand:
            return False
        return self.s.is_loo or self.s.is_moench and number == 1 and seat == self.eldest

    def bans(self, seat, demanded, hand):
        """is the jack kept still in this hand?"""
        if not demanded or JACK not in hand:
            return False
        if self.s.is_moench and self.s.options['still'] == 'absolute':
            return True
        return any(self.s.ladder.belongs(c, self.trump) == self.trump for c in hand if c != JACK)

    def play_tricks(self):
        s, ladder = self.s, self.s.ladder
        leader = self.players()[0]
        if s.is_mauscheln:
            leader = self.bidder
        for number in range(1, s.size + 1):
            trick, seats, led, demanded = [], [], None, False
            order = [p for p in self.round(leader) if p not in self.folded]
            for seat in order:
                hand = self.hands[seat]
                may = legal(ladder, hand, trick, led, self.trump, s.duty, self.lead_duties(number), s.free_top,
                            self.bans(seat, demanded, hand) if trick else False)
                assert may.cards, 'a mover has no legal card'
                if not trick and ladder.top and (s.is_loo or s.is_moench):
                    able = self.may_demand(seat, number, hand)
                    if able:
                        turn = Turn('demand', seat, {'demand': True}, {}, optional=True)
                        turn.legal = may
                        demanded = (yield from self.ask(turn)) is not None
                    if demanded:
                        ace = 'A' + self.trump
                        if may.clause != 'lead.duty':
                            may.clause = 'pam.civil'
                        for card in may.cards:
                            if card != ace:
                                may.refused[card] = 'pam.civil'
                        may.cards = [ace]
                turn = Turn('play', seat, legal=may)
                turn.number, turn.trick, turn.demanded = number, list(trick), demanded
                if s.is_grupp or s.is_moench:
                    turn.refused['name'] = 'pam.calls'
                if not trick and ladder.top and (s.is_loo or s.is_moench) and not able:
                    turn.refused['demand'] = 'pam.civil'
                move = yield from self.ask(turn)
                if move.verb != 'play':
                    raise ScriptError('a card is to be played')
                card = move.cards[0]
                if card not in hand:
                    raise ScriptError('%s is not in hand' % card)
                hand.remove(card)
                if not trick:
                    led = ladder.belongs(card, self.trump)
                trick.append(card)
                seats.append(seat)
                if card == JACK and s.options.get('mistigri_call') == 'on_play':
                    refused = {'name': 'pam.calls'} if number == s.size else {}
                    choices = {} if refused else {'name': True}
                    move = yield from self.ask(Turn('name', seat, choices, refused, optional=True))
                    if move:
                        self.trump, self.named = move.suit, True
                        if len(trick) == 1:
                            led = self.trump
            best = ladder.winner(trick, self.trump)
            leader = seats[best]
            self.tricks[leader] += 1
            self.last_trick = (number, dict(zip(seats, trick)), leader)
            self.premium(seats, trick, best)
            over = Turn('trick', leader, optional=True)
            over.number = number
            yield over
            if self.all_tricks and leader != self.bidder:
                return

    def premium(self, seats, trick, best):
        promoted = self.s.ladder.promoted
        if self.s.is_mauscheln and promoted in trick and trick[best] == 'A' + self.trump:
            self.pay(seats[trick.index(promoted)], seats[best], self.s.stake)

    # what it comes to

    def settle(self):
        s = self.s
        playing = self.players()
        if self.all_tricks:
            others = [p for p in playing if p != self.bidder]
            if self.tricks[self.bidder] == s.size:
                self.take(self.bidder, self.pool)
                for p in others:
                    self.pay(p, self.bidder, 5)
            else:
                self.owe(self.bidder, self.pool)
                for p in others:
                    self.pay(self.bidder, p, 5)
        elif s.is_julep:
            self.settle_julep(playing)
        elif s.is_mauscheln:
            pot = self.pool_left
            self.by_trick(playing, pot)
            for p in playing:
                if self.tricks[p] == 0:
                    self.owe(p, 2 * pot if p == self.bidder else pot)
                elif p == self.bidder and self.tricks[p] == 1:
                    self.owe(p, pot)
        elif not s.is_knock:
            self.by_trick(playing, self.pool)
            for p in playing:
                if self.tricks[p] == 0:
                    self.owe(p, self.pool if s.options.get('loo') == 'unlimited' else s.stake)

    def by_trick(self, playing, pot):
        assert pot % self.s.size == 0, 'a pool that does not divide'
        for p in playing:
            self.take(p, pot // self.s.size * self.tricks[p])

    def settle_julep(self, playing):
        good = [p for p in playing if self.tricks[p] >= 2]
        for p in playing:
            if p not in good and p != self.defender:
                double = self.s.options['dealer_turn_up'] == 'double' and p == self.turned_to
                self.pay(p, 'pool', self.s.stake * (2 if double else 1))
        if self.defender is not None:
            if self.defender not in good:
                self.take(self.alone, self.pool)
            elif self.alone in good:
                self.take(self.alone, self.pool // 2)
            else:
                self.take(self.defender, self.pool_left)
        elif len(good) == 1:
            self.take(good[0], self.pool_left)
        elif len(good) == 2:
            half = self.pool_left // 2
            for p in good:
                self.take(p, half)
