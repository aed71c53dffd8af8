"""Cards, what beats what, what must be played, and what a flush is worth. A card is a text: '10♥'."""

SUITS = '♠♥♦♣'
NATURAL = 'A K Q J 10 9 8 7 6 5 4 3 2'.split()
SPANISH = 'A 3 K Q J 7 6 5 4 2'.split()
JACK = 'J♣'


def suit(card):
    return card[-1]


def rank(card):
    return card[:-1]


def pack(ranks):
    return [r + s for s in SUITS for r in ranks]


class Ladder:
    """Strength: the order of ranks, a jack above all trumps (or none), cards let in below the ace of trumps."""

    def __init__(self, order, top=None, promoted=None):
        self.order, self.top, self.promoted = order, top, promoted
        self.height = {r: 2 * (len(order) - i) for i, r in enumerate(order)}

    def belongs(self, card, trump):
        """the suit that the card belongs to in play"""
        return trump if card in (self.top, self.promoted) else suit(card)

    def strength(self, card):
        if card == self.top:
            return 1000
        if card == self.promoted:
            return self.height['A'] - 1
        return self.height[rank(card)]

    def beats(self, card, best, trump):
        mine, theirs = self.belongs(card, trump), self.belongs(best, trump)
        if mine == theirs:
            return self.strength(card) > self.strength(best)
        return mine == trump

    def winner(self, trick, trump):
        """index of the best card"""
        best = 0
        for i in range(1, len(trick)):
            if self.beats(trick[i], trick[best], trump):
                best = i
        return best


class Legal:
    """What may be played: the cards, the clause that binds, and for every other card the clause that refuses it."""

    def __init__(self, clause, cards, refused):
        self.clause, self.cards, self.refused = clause, cards, refused


def follow(ladder, hand, trick, led, trump, duty):
    best = trick[ladder.winner(trick, trump)]
    of_suit = [c for c in hand if ladder.belongs(c, trump) == led]
    others = [c for c in hand if c not in of_suit]
    refused = {c: 'play.follow' for c in others}
    if of_suit:
        over = [c for c in of_suit if ladder.beats(c, best, trump)]
        if over and duty != 'follow':
            refused.update({c: 'play.head' for c in of_suit if c not in over})
            return Legal('play.head', over, refused)
        return Legal('play.follow', of_suit, refused)
    trumps = [c for c in hand if ladder.belongs(c, trump) == trump]
    if duty == 'follow' or not trumps:
        return Legal('play.discard', list(hand), {})
    refused = {c: 'play.trump' for c in hand if c not in trumps}
    if not any(ladder.belongs(c, trump) == trump for c in trick):
        return Legal('play.trump', trumps, refused)
    over = [c for c in trumps if ladder.beats(c, best, trump)]
    if over:
        refused.update({c: 'play.overtrump' for c in trumps if c not in over})
        return Legal('play.overtrump', over, refused)
    if duty == 'bete':
        return Legal('play.free', list(hand), {})
    return Legal('play.trump', trumps, refused)


def lead(ladder, hand, trump, duties):
    for what in duties:
        asked = [c for c in hand if (c == 'A' + trump if what == 'ace' else ladder.belongs(c, trump) == trump)]
        if asked:
            return Legal('lead.duty', asked, {c: 'lead.duty' for c in hand if c not in asked})
    return Legal('play.lead', list(hand), {})


def legal(ladder, hand, trick, led, trump, duty, lead_duties=(), free_top=False, banned=False):
    """`banned`: the jack is asked to keep still; `free_top`: no duty binds the jack, and none is read from it."""
    def read(cards):
        return follow(ladder, cards, trick, led, trump, duty) if trick else lead(ladder, cards, trump, lead_duties)

    rest = [c for c in hand if c != ladder.top]
    if len(rest) == len(hand):
        return read(hand)
    if banned:
        may = read(rest)
        may.refused[ladder.top] = 'pam.civil'
        return may
    if free_top:
        may = read(rest) if rest else Legal(None, [], {})
        may.cards.append(ladder.top)
        return may
    return read(hand)


def flush_suit(hand, top):
    """the suit of a flush, or nothing; the jack stands for any card where it is the top card"""
    suits = {suit(c) for c in hand if c != top or top is None}
    return suits.pop() if len(suits) == 1 else None


def flush_points(hand):
    return sum({'A': 11, 'K': 10, 'Q': 10, 'J': 10}.get(rank(c)) or int(rank(c)) for c in hand)
