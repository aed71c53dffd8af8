"""The rules proper, written apart from the engine: packs, duties, tricks, flushes."""
RANKS = ['K', 'Q', 'J', 'A', '10', '9', '8', '7', '6', '5', '4', '3', '2']   # high to low
SUITS = '♠♥♦♣'
PACK_LOW = {28: '8', 32: '7', 36: '6', 44: '4', 48: '3', 52: '2'}
PACK_SIZE = {2: 28, 3: 28, 4: 36, 5: 48, 6: 52}
PACK_SIZE_19C = {4: 36, 5: 44, 6: 52}          # 3: "28/32", avoided
PTS = {r: 10 for r in ('K', 'Q', 'J', 'A', '10')}
PTS.update({str(n): n for n in range(2, 10)})


def pack(size):
    ranks = RANKS[:RANKS.index(PACK_LOW[size]) + 1]
    p = [(r, s) for s in SUITS for r in ranks]
    assert len(p) == size
    return p


def strength(c):
    return -RANKS.index(c[0])


def beats(a, b, trump):
    """a, played after b, takes over from it (b being the best so far)."""
    if a[1] == b[1]:
        return strength(a) > strength(b)
    return a[1] == trump


def best(trick, trump):
    """index of the winning card of a list of cards, in the order played"""
    w = 0
    for i in range(1, len(trick)):
        if beats(trick[i], trick[w], trump):
            w = i
    return w


def duty(hand, trick, trump, mode):
    """(topic that binds, legal cards, {illegal card: refused clause})"""
    if not trick:
        return 'play.lead', list(hand), {}
    led = trick[0][1]
    top = trick[best(trick, trump)]
    follow = [c for c in hand if c[1] == led]
    if follow:
        over = [c for c in follow if top[1] == led and strength(c) > strength(top)]
        if over:
            return 'play.head', over, {c: ('play.head' if c[1] == led else 'play.follow')
                                       for c in hand if c not in over}
        return 'play.follow', follow, {c: 'play.follow' for c in hand if c[1] != led}
    trumps = [c for c in hand if c[1] == trump]
    if not trumps:
        return 'play.discard', list(hand), {}
    if top[1] != trump:
        return 'play.trump', trumps, {c: 'play.trump' for c in hand if c[1] != trump}
    over = [c for c in trumps if strength(c) > strength(top)]
    if over:
        return 'play.overtrump', over, {c: ('play.overtrump' if c[1] == trump else 'play.trump')
                                        for c in hand if c not in over}
    if mode == 'bete':
        return 'play.free', list(hand), {}
    return 'play.trump', trumps, {c: 'play.trump' for c in hand if c[1] != trump}


def is_flush(hand):
    return len({c[1] for c in hand}) == 1


def flush_key(hand, trump, tie):
    """bigger is better; equal keys go to the earlier in turn order"""
    t = 1 if hand[0][1] == trump else 0
    if tie == 'points':
        return (t, sum(PTS[c[0]] for c in hand))
    return (t, max(strength(c) for c in hand))
