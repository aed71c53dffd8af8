"""Mus in pairs and each for himself: ranks, phases, bets, payments. Written from the text of the rules, apart from the engine.

`Deal.play()` is a generator: it yields a `Turn`, which says who may do what, and is sent an `Act`. `Deal.refusal` names the
clause that refuses an act where the deal stands. What a deal comes to stands in `taken`, `picked` and in the `Session`."""
from cards import SUITS, rank
from games import Refused, ScriptError, Unsettled

# option: its values, the default first
OPTIONS = {
    'mus-pairs': {
        'kings': ['eight', 'four'], 'target': [40, 30], 'end': [{'games': 3}, {'games': 1}, {'games': 2}, {'games': 9}],
        'jeu_order': ['source', 'standard'], 'royal': ['none', 'king', 'figure'], 'least_bet': [1, 2],
        'bare_raise': ['two', 'double'], 'raise_number': ['by', 'to'], 'dropped_cards': ['count', 'dead']},
    'mus-individual': {
        'kings': ['eight', 'four'], 'end': [{'losses': 3}, {'losses': 1}, {'losses': 2}, {'losses': 9}],
        'jeu_order': ['source', 'standard'], 'royal': ['none', 'king', 'figure'], 'least_bet': [1, 2],
        'bare_raise': ['two', 'double'], 'raise_number': ['by', 'to'], 'stones': [8, 5, 10], 'rich_prizes': [False, True]},
}
SEATS = {'mus-pairs': (4, 4), 'mus-individual': (2, 8)}
PACK = [r + s for s in SUITS for r in 'KQJ765432A']
PHASES = ['grande', 'petite', 'couples', 'jeu', 'point']
DECLARED = ('couples', 'jeu')
BETS = ('pass', 'envido', 'raise', 'ordago', 'accept', 'refuse')


class BadDraw(Exception):
    """a card is named that cannot have been served"""


class Rules:
    def __init__(self, game, options=None):
        for name in options or {}:
            if name not in OPTIONS[game]:
                raise ScriptError('%s has no option %s' % (game, name))
        self.game, self.pairs = game, game == 'mus-pairs'
        self.options = {name: values[0] for name, values in OPTIONS[game].items()}
        self.options.update(options or {})
        if self.options.get('rich_prizes') and self.options['royal'] == 'none':
            raise ScriptError('rich prizes need a royal 31')
        self.eight = self.options['kings'] == 'eight'
        self.order = 'A4567JQK' if self.eight else 'A234567JQK'

    def face(self, card):
        """the rank that a card counts as"""
        return {'3': 'K', '2': 'A'}.get(rank(card), rank(card)) if self.eight else rank(card)

    def height(self, card):
        return self.order.index(self.face(card))

    def total(self, cards):
        return sum({'K': 10, 'Q': 10, 'J': 10, 'A': 1}.get(self.face(c)) or int(self.face(c)) for c in cards)

    def couples(self, cards):
        """(3 double, 2 moyenne, 1 pair; ranks of the pairs), or None"""
        heights = sorted((self.height(c) for c in cards), reverse=True)
        times = {h: heights.count(h) for h in heights if heights.count(h) > 1}
        if not times:
            return None
        pairs = [h for h in times for _ in range(times[h] // 2)]
        return (3 if len(pairs) == 2 else 2 if 3 in times.values() else 1, *pairs)

    def royal(self, cards):
        sevens = [c for c in cards if rank(c) == '7']
        figures = {'none': '', 'king': 'K', 'figure': 'KQJ'}[self.options['royal']]
        return len(sevens) == 3 and any(rank(c) in figures for c in cards if c not in sevens)

    def key(self, phase, cards):
        """what is compared: the greater is the better; None without couples, without Jeu"""
        heights = sorted(self.height(c) for c in cards)
        total = self.total(cards)
        if phase == 'grande':
            return heights[::-1]
        if phase == 'petite':
            return [-h for h in heights]
        if phase == 'couples':
            return self.couples(cards)
        if phase == 'point':
            return total if total <= 30 else 0
        if total < 31:
            return None
        first = [31, 40] if self.options['jeu_order'] == 'source' else [31, 32, 40]
        order = first + [n for n in range(37, 31, -1) if n not in first]
        return (self.royal(cards), -order.index(total))

    def prize(self, phase, cards):
        if phase == 'couples':
            return self.couples(cards)[0]
        if phase != 'jeu':
            return 1
        total, rich = self.total(cards), self.options.get('rich_prizes')
        if total == 31:
            return 5 if rich and self.royal(cards) else 3
        low = sorted(self.total([c]) for c in cards)
        return 4 if rich and low == [6, 7, 10, 10] else 2


class Act:
    def __init__(self, seat, verb, n=None, cards=(), drawn=None, both=False, false=False):
        self.seat, self.verb, self.n, self.cards, self.drawn = seat, verb, n, list(cards), drawn
        self.both, self.false = both, false

    def __repr__(self):
        return 'Act(%s)' % ', '.join('%s=%r' % kv for kv in vars(self).items() if kv[1] not in (None, [], False))


class Turn:
    """What the deal waits for. `clause`: what binds the mover; none while declarations are made."""

    def __init__(self, kind, seat, choices=(), clause=None):
        self.kind, self.seat, self.choices, self.clause = kind, seat, list(choices), clause


class Result:
    """How a phase was closed: passed, alone (no betting), accepted, refused, ordago. `side`: seats that are paid;
    `unsettled`: the text does not say what an arrow would name."""

    def __init__(self, how, inside, out=(), stake=0, bettor=None):
        self.how, self.inside, self.out, self.stake, self.bettor = how, list(inside), set(out), stake, bettor
        self.winner, self.side, self.unsettled = None, [], False


class Session:
    """Who deals, what has been scored, what lies in the purses, between two deals."""

    def __init__(self, game, seats, options=None, chips=None):
        low, high = SEATS[game]
        if not low <= seats <= high:
            raise ScriptError('%s is not for %d' % (game, seats))
        self.rules = Rules(game, options)
        self.game, self.seats, self.pairs, self.dealer, self.over = game, seats, self.rules.pairs, 0, False
        self.goal = next(iter(self.rules.options['end'].values()))
        self.target = self.rules.options.get('target')
        self.score, self.games, self.lost = [0, 0], [0, 0], [0] * seats
        stones = self.rules.options.get('stones')
        self.purses = None if self.pairs else list(chips) if chips else [stones] * seats

    def around(self, start, step=1):
        return [(start + step * i) % self.seats for i in range(self.seats)]

    def dealt(self):
        """who gets cards, from the hand on"""
        order = self.around((self.dealer + 1) % self.seats)
        return order if self.pairs else [s for s in order if self.purses[s]]

    def pass_on(self, hand, ended):
        """`ended`: the game, or the round, has ended with this deal"""
        if self.pairs:
            self.over = self.goal in self.games
            if ended and not self.over:
                self.score = [0, 0]
        elif ended:
            stay = [s for s in range(self.seats) if self.lost[s] < self.goal]
            self.over = len(stay) == 1
            if not self.over:
                self.purses = [self.rules.options['stones'] if s in stay else 0 for s in range(self.seats)]
        if not self.over:
            self.dealer = next(s for s in self.around(hand) if self.pairs or self.purses[s])


class Deal:
    def __init__(self, session, hands, stock=(), known=0, shuffle=None):
        """`hands`: seat → cards; `stock`: what is undealt, of which the first `known` lie in this order"""
        self.session, self.rules, self.pairs = session, session.rules, session.pairs
        self.hands = {seat: list(cards) for seat, cards in hands.items()}
        self.stock, self.known, self.shuffle, self.pile = list(stock), known, shuffle, []
        self.order = session.dealt()
        self.hand = self.order[0]
        self.phase, self.results, self.says = None, {}, {}
        self.standing = self.agreed = 0
        self.out, self.through, self.heaps = set(), set(), {}
        self.turn, self.was_served, self.nobody_has_jeu, self.over, self.ended = None, False, False, False, False
        self.taken, self.picked, self.ordago = {}, {}, None
        self.served, self.shuffles = {}, 0
        self.score = self.purses = None     # at the end of the deal

    # Who is better

    def side(self, seat):
        return [s for s in self.hands if (s - seat) % 2 == 0] if self.pairs else [seat]

    def ranked(self, phase, seats):
        """the best first; equal hands from the hand on"""
        keys = {s: self.rules.key(phase, self.hands[s]) for s in seats}
        if phase == 'point' and len(seats) > 1 and sum(k == 0 for k in keys.values()) > 1:
            raise Unsettled('two hands of more than thirty at Point')
        def best_first(seat):
            key = keys[seat]
            return [-k for k in (key if isinstance(key, (list, tuple)) else [key])], self.order.index(seat)
        return sorted(seats, key=best_first)

    def false(self, phase, seat):
        return self.says.get(phase, {}).get(seat) and self.rules.key(phase, self.hands[seat]) is None

    def settle(self, phase, result):
        """who wins the phase, and who is paid for it"""
        self.results[phase] = result
        liars = {s for s in result.inside if self.false(phase, s)}
        lying = {s for liar in liars for s in self.side(liar)}
        if result.how == 'refused' and result.bettor not in lying:
            result.winner = result.bettor
        else:
            result.unsettled = result.how == 'refused' and bool(lying) and self.pairs
            seats = [s for s in result.inside if s not in lying]
            if result.how == 'refused' and not self.pairs:
                seats = []
            if result.how in ('accepted', 'ordago'):
                dead = not self.pairs or self.rules.options['dropped_cards'] == 'dead'
                inside = [s for s in seats if not dead or s not in result.out]
                if seats and not inside:
                    raise Unsettled('only liars are in the betting, and others in the phase')
                seats = inside
            if seats:
                result.winner = self.ranked(phase, seats)[0]
        if result.winner is not None:
            result.side = [s for s in result.inside if s in self.side(result.winner)]
            if result.how in ('accepted', 'ordago') and self.rules.options.get('dropped_cards') == 'dead':
                result.side = [s for s in result.side if s not in result.out]
        return result

    # What is refused, and why

    def refusal(self, act):
        turn, verb = self.turn, act.verb
        mover = turn.seat == act.seat
        if verb in ('mus', 'no mus'):
            if mover and turn.kind == 'ask':
                return None
            return 'mus.seen' if self.was_served else 'mus.ask'
        if verb == 'discard':
            most = 4 if self.pairs else 1
            return None if mover and turn.kind in ('lay', 'seen') and 1 <= len(act.cards) <= most else 'mus.discard'
        if verb == 'served':
            return None if mover and turn.kind == 'seen' else 'mus.seen'
        if turn.kind == 'seen':
            raise Unsettled('a bet while a seen card is answered for')
        if turn.kind in ('ask', 'lay'):
            return 'mus.ask' if self.pairs else 'mus.discard'
        if turn.kind == 'declare' or self.says.get(self.phase, {}).get(act.seat) is False:
            return 'declare'
        if act.seat in self.out:
            return 'bet.pass'
        if not mover:
            return 'bet.turn'
        if turn.kind == 'ordago' and verb not in ('accept', 'refuse') or verb == 'ordago' and self.bars_ordago():
            return 'bet.ordago'
        if turn.kind == 'open':
            if verb in ('accept', 'refuse', 'raise'):
                return 'bet.open'
            return 'bet.open' if verb == 'envido' and not self.may_open(act) else None
        if verb == 'envido':
            return 'bet.raise'
        if verb == 'pass':
            return None if turn.kind == 'level' else 'bet.pass'
        if verb in ('accept', 'refuse'):
            return 'bet.turn' if turn.kind == 'level' else None
        if turn.kind == 'first':
            return 'bet.turn'
        if verb not in turn.choices or verb == 'raise' and not self.may_raise(act):
            return 'bet.raise'
        return None

    def bars_ordago(self):
        return not self.pairs and self.phase in ('jeu', 'point')

    def may_open(self, act):
        n, least = act.n or 2, self.rules.options['least_bet']
        if self.pairs:
            return n >= least
        purse = self.session.purses[act.seat]
        return min(least, purse) <= n <= purse

    def raised(self, act):
        """what the standing amount becomes"""
        if act.n is None:
            return self.standing + (self.standing if self.rules.options['bare_raise'] == 'double' else 2)
        return act.n if self.rules.options['raise_number'] == 'to' else self.standing + act.n

    def may_raise(self, act):
        to = self.raised(act)
        has = None if self.pairs else self.session.purses[act.seat] + self.heap(act.seat)
        return to > self.standing and (self.pairs or to <= has)

    # The deal from its first word to its last stone

    def ask(self, kind, seat, choices=(), clause=None):
        self.turn = Turn(kind, seat, choices, clause)
        act = yield self.turn
        if not (act.verb == 'seen' and kind == 'ask' and seat == self.hand):
            if act.seat != seat:
                raise ScriptError('out of turn: %r' % act)
            if kind == 'declare':
                if act.verb != 'says':
                    raise ScriptError('a declaration is due')
            else:
                clause = self.refusal(act)
                if clause:
                    raise Refused(clause)
        self.turn = None
        return act

    def play(self):
        if self.pairs:
            yield from self.mus()
        else:
            for seat in self.order:
                act = yield from self.ask('lay', seat, ['discard 1'], 'mus.discard')
                self.lay(seat, act.cards)
        for phase in PHASES:
            if phase == 'point' and not self.nobody_has_jeu:
                break
            inside = [s for s in self.order if s not in self.through]
            if not inside:
                break
            self.phase = phase
            yield from self.play_phase(phase, inside)
            if self.over:
                break
        self.phase = None
        if not self.over:
            for phase, result in self.results.items():
                self.pay_phase(phase, result)
                if self.over:
                    break
        if not self.pairs:
            for phase in self.heaps:
                self.send_home(phase)
            self.purses = list(self.session.purses)
        self.score = list(self.session.score)
        self.session.pass_on(self.hand, self.ended)

    def lay(self, seat, cards):
        for card in cards:
            self.hands[seat].remove(card)
            self.pile.append(card)

    def mus(self):
        while True:
            seen = False
            for seat in self.order:
                act = yield from self.ask('ask', seat, ['mus', 'no mus'], 'mus.ask')
                if act.verb == 'no mus':
                    return
                seen = act.verb == 'seen'
                if seen:
                    break
            laid = []
            for seat in self.order:
                kind, choices = ('seen', ['discard 4', 'be served']) if seen else ('lay', ['discard 4'])
                act = yield from self.ask(kind, seat, choices, 'mus.seen' if seen else 'mus.discard')
                if act.verb == 'served':
                    self.was_served = True
                else:
                    self.lay(seat, act.cards)
                    laid.append(act)
            self.served = {}
            for i, act in enumerate(laid):
                self.serve(act, laid[i + 1:])
            if self.was_served:
                return

    def serve(self, act, later):
        got, named = [], act.drawn
        if named is not None and len(named) != len(act.cards):
            raise BadDraw('%d for %d' % (len(named), len(act.cards)))
        while len(got) < len(act.cards):
            if not self.stock:
                spared = set() if later else set(act.cards)
                self.stock = [c for c in self.pile if c not in spared]
                self.pile = [c for c in self.pile if c in spared]
                self.known = self.shuffle(self.stock) if self.shuffle else 0
                self.shuffles += 1
            if self.known:
                card = self.stock[0]
                self.known -= 1
                if named is not None and named[len(got)] != card:
                    raise BadDraw('%s is not on top' % named[len(got)])
            else:
                card = next((c for c in named or [] if c in self.stock and c not in got), None)
                if card is None:
                    raise BadDraw('what is served must be named, and be in the stock')
            self.stock.remove(card)
            got.append(card)
        self.hands[act.seat] += got
        self.served[act.seat] = got

    def play_phase(self, phase, inside):
        self.standing = self.agreed = 0
        self.out, self.heaps[phase] = set(), {}
        if phase in DECLARED:
            self.says[phase] = {}
            for seat in inside:
                act = yield from self.ask('declare', seat)
                true = self.rules.key(phase, self.hands[seat]) is not None
                if act.false == (act.n == true):
                    raise ScriptError('an untrue declaration')
                self.says[phase][seat] = act.n
            inside = [s for s in inside if self.says[phase][s]]
            if not inside and phase == 'jeu':
                self.nobody_has_jeu = True
                return                                      # Point is played in its place
        if self.pairs:
            yield from self.bet_in_pairs(phase, inside)
        else:
            yield from self.bet_alone(phase, inside)

    # In pairs

    def bet_in_pairs(self, phase, inside):
        sides = {s % 2 for s in inside}
        if len(sides) < 2:
            self.settle(phase, Result('alone', inside))
            return
        spoken = set()
        bettor = act = None
        for seat in inside:
            if seat in spoken:
                continue
            act = yield from self.ask('open', seat, ['pass', 'envido', 'ordago'], 'bet.open')
            spoken.add(seat)
            if act.both:
                spoken |= set(self.side(seat))
            if act.verb != 'pass':
                bettor, self.standing = seat, act.n or 2
                break
        if bettor is None:
            self.settle(phase, Result('passed', inside))
            return
        ordago = act.verb == 'ordago'
        while True:
            asked = [s for s in self.session.around(bettor) if s in inside and s % 2 != bettor % 2 and s not in self.out]
            if not asked:
                first = self.agreed == 0
                result = self.settle(phase, Result('refused', inside, self.out, bettor=bettor))
                if result.winner == bettor:
                    self.take(phase, bettor, 1 if first else self.agreed)
                return
            seat = asked[0]
            if ordago:
                act = yield from self.ask('ordago', seat, ['accept', 'refuse'], 'bet.ordago')
            else:
                act = yield from self.ask('bet', seat, ['accept', 'refuse', 'raise', 'ordago'], 'bet.raise')
            if act.verb == 'refuse':
                self.out |= {s for s in self.side(seat) if s in inside} if act.both else {seat}
            elif act.verb == 'accept':
                result = self.settle(phase, Result('ordago' if ordago else 'accepted', inside, self.out, self.standing, bettor))
                if ordago and result.winner is not None:
                    self.win_by_ordago(result.winner)
                return
            else:
                self.agreed, bettor, ordago = self.standing, seat, act.verb == 'ordago'
                if not ordago:
                    self.standing = self.raised(act)

    def take(self, phase, seat, n):
        """stones for a side, as many as it lacks at most"""
        side, session = seat % 2, self.session
        n = min(n, session.target - session.score[side])
        session.score[side] += n
        self.taken[phase, side] = self.taken.get((phase, side), 0) + n
        if session.score[side] == session.target:
            self.win_game(side)

    def win_by_ordago(self, seat):
        side = seat % 2
        self.ordago = side, self.session.target - self.session.score[side]
        self.session.score[side] = self.session.target
        self.win_game(side)

    def win_game(self, side):
        self.session.games[side] += 1
        self.over = self.ended = True

    # Each for himself

    def heap(self, seat):
        return self.heaps[self.phase].get(seat, 0)

    def stake(self, seat, to):
        """moves what his heap lacks to `to`, or all he has"""
        n = min(to - self.heap(seat), self.session.purses[seat])
        self.session.purses[seat] -= n
        self.heaps[self.phase][seat] = self.heap(seat) + n

    def send_home(self, phase, seat=None):
        for s in [seat] if seat is not None else list(self.heaps[phase]):
            self.session.purses[s] += self.heaps[phase].pop(s, 0)

    def stones(self, seat):
        return self.session.purses[seat] + sum(heap.get(seat, 0) for heap in self.heaps.values())

    def bet_alone(self, phase, inside):
        purses = self.session.purses
        speakers = [s for s in inside if purses[s]]
        if len(speakers) < 2:
            self.settle(phase, Result('alone', inside))
            return
        act = None
        for bettor in speakers:
            choices = ['pass', 'envido'] + ([] if self.bars_ordago() else ['ordago'])
            act = yield from self.ask('open', bettor, choices, 'bet.open')
            if act.verb != 'pass':
                break
        else:
            self.settle(phase, Result('passed', inside))
            return
        first = raiser = bettor
        ordago, self.standing, everything = act.verb == 'ordago', act.n or 2, 10 ** 9
        self.stake(first, everything if ordago else self.standing)
        betting, answered = {first}, {first}
        def level(seat):
            return seat in answered if ordago else self.heap(seat) == self.standing or not purses[seat]
        number = 1
        while True:
            if number > 1 and all(level(s) for s in betting) and (number > 2 or any(not purses[s] for s in betting)):
                break
            order = self.session.around(first, 1 if number % 2 else -1)[1:] + [first]
            for seat in order:
                if seat not in (speakers if number == 1 else betting) or number == 1 and seat == first:
                    continue
                if number > 2 and level(seat) or ordago and seat in answered:
                    continue
                act = yield from self.answer(seat, number, ordago, level(seat), betting)
                if act.verb == 'accept':
                    self.stake(seat, everything if ordago else self.standing)
                    betting.add(seat)
                    answered.add(seat)
                elif act.verb == 'refuse':
                    betting.discard(seat)
                    self.out.add(seat)
                    self.send_home(phase, seat)
                elif act.verb != 'pass':
                    self.agreed, raiser, ordago, answered = self.standing, seat, act.verb == 'ordago', {seat}
                    if not ordago:
                        self.standing = self.raised(act)
                    self.stake(seat, everything if ordago else self.standing)
                if number > 1 and len(betting) == 1:
                    break
            if len(betting) == 1:
                self.refused_alone(phase, inside, raiser, self.agreed or 1)
                return
            number += 1
        out = set(inside) - betting
        result = self.settle(phase, Result('ordago' if ordago else 'accepted', inside, out, bettor=raiser))
        if ordago:
            self.pick_up(phase, betting)
            result.side = []

    def answer(self, seat, number, ordago, level, betting):
        if ordago:
            act = yield from self.ask('ordago', seat, ['accept', 'refuse'], 'bet.ordago')
            return act
        if number == 1:
            act = yield from self.ask('first', seat, ['accept', 'refuse'], 'bet.turn')
            return act
        purses = self.session.purses
        choices = ['pass'] if level else ['accept', 'refuse']
        if all(purses[s] for s in betting) and purses[seat] + self.heap(seat) > self.standing:
            choices += ['raise'] + ([] if self.bars_ordago() else ['ordago'])
        act = yield from self.ask('level' if level else 'bet', seat, choices, 'bet.raise')
        return act

    def refused_alone(self, phase, inside, bettor, n):
        result = self.settle(phase, Result('refused', inside, self.out, bettor=bettor))
        heap = self.heaps[phase].pop(bettor)
        if result.winner is None:
            n = 0
        self.session.purses[bettor] += heap - n
        self.shed(phase, bettor, n)

    def shed(self, phase, seat, n):
        """`n` stones, gone already from purse or heap, are in the basket"""
        if n:
            self.taken[phase, seat] = self.taken.get((phase, seat), 0) + n
            self.look_for_the_last()

    def pick_up(self, phase, betting):
        """the worst of an accepted ordago gets the stones of the others"""
        true = [s for s in betting if not self.false(phase, s)]
        false = sorted(betting - set(true), key=self.order.index)
        if not true:
            # Nobody can win it: by our reading all take their stones back at once, and may bet in the next phase.
            self.send_home(phase)
            return
        worst = (self.ranked(phase, true) + false)[-1]
        heaps = self.heaps[phase]
        self.picked[worst] = sum(n for s, n in heaps.items() if s != worst)
        self.session.purses[worst] += sum(heaps.values())
        heaps.clear()
        self.through |= betting
        self.look_for_the_last()

    def look_for_the_last(self):
        self.through |= {s for s in self.order if not self.stones(s)}
        left = [s for s in self.order if self.stones(s)]
        if len(left) == 1:
            self.session.lost[left[0]] += 1
            self.over = self.ended = True

    # The reckoning

    def pay_phase(self, phase, result):
        if result.how == 'ordago':
            return                      # in pairs it was void, else the stones have been picked up
        winner = result.winner
        if not self.pairs and result.how == 'accepted':
            if winner is not None:
                self.shed(phase, winner, self.heaps[phase].pop(winner))
            self.send_home(phase)
        if winner is None or self.over:
            return
        if self.pairs and result.how == 'accepted':
            self.take(phase, winner, result.stake)
        always = phase not in ('grande', 'petite')
        if not (always or result.how in ('passed', 'alone')):
            return
        if not self.pairs:
            n = min(self.rules.prize(phase, self.hands[winner]), self.session.purses[winner])
            self.session.purses[winner] -= n
            self.shed(phase, winner, n)
            return
        for seat in result.side if phase in DECLARED else [winner]:
            if not self.over:
                self.take(phase, winner, self.rules.prize(phase, self.hands[seat]))
