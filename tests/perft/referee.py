#!/usr/bin/env python3
"""Counts of legal play-outs of fixed deals (all active, nobody exchanges, no claim)."""
import random, sys, os
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from laws import *


def count(hands, trump, mode, plies, limit):
    """legal sequences of exactly `plies` plays; None if the counting needs more than `limit` nodes.
    Positions at the start of a trick are shared: (who leads, what each still holds)."""
    n, memo, nodes = len(hands), {}, [0]

    class Big(Exception):
        pass

    def rec(hs, lead, trick, left):
        if left == 0:
            return 1
        if not trick:
            key = (hs, lead, left)
            if key in memo:
                return memo[key]
        nodes[0] += 1
        if nodes[0] > limit:
            raise Big
        seat = (lead + len(trick)) % n
        total = 0
        for c in duty(hs[seat], trick, trump, mode)[1]:
            h2 = hs[:seat] + (tuple(x for x in hs[seat] if x != c),) + hs[seat + 1:]
            t2 = trick + (c,)
            if len(t2) == n:
                total += rec(h2, (lead + best(t2, trump)) % n, (), left - 1)
            else:
                total += rec(h2, lead, t2, left - 1)
        if not trick:
            memo[key] = total
        return total
    try:
        return rec(tuple(tuple(h) for h in hands), 0, (), plies)
    except Big:
        return None


def brute(hands, trump, mode, plies):
    """the same without sharing: a check of count()"""
    n = len(hands)

    def rec(hs, seat, trick, left):
        if left == 0:
            return 1
        t = 0
        for c in duty(hs[seat], [x for _, x in trick], trump, mode)[1]:
            h2 = [list(h) for h in hs]
            h2[seat].remove(c)
            tr = trick + [(seat, c)]
            if len(tr) == n:
                t += rec(h2, tr[best([x for _, x in tr], trump)][0], [], left - 1)
            else:
                t += rec(h2, (seat + 1) % n, tr, left - 1)
        return t
    return rec([list(h) for h in hands], 0, [], plies)


def show(h):
    return ' '.join(a + b for a, b in h)


def main():
    rng = random.Random(1718)
    out = []
    LIM = 300000
    sample = [[('K', '♦'), ('10', '♦'), ('9', '♦'), ('8', '♣'), ('7', '♠')], [('A', '♥'), ('8', '♥'), ('Q', '♦'), ('8', '♦'), ('7', '♦')],
              [('Q', '♥'), ('7', '♥'), ('A', '♦'), ('A', '♣'), ('8', '♠')], [('J', '♥'), ('K', '♣'), ('7', '♣'), ('10', '♠'), ('9', '♠')]]
    for n in (3, 4, 5, 6):
        deals = []
        if n == 4:
            deals.append((sample, ('9', '♥')))
        differ = 0
        while len(deals) < 4:
            cards = pack(PACK_SIZE[n])
            rng.shuffle(cards)
            hands = [sorted(cards[5 * i:5 * i + 5], key=lambda c: (SUITS.index(c[1]), RANKS.index(c[0]))) for i in range(n)]
            turn = cards[5 * n]
            p = 5 * n if n < 5 else 16
            c = [count(hands, turn[1], m, p, 12000) for m in ('bete', 'strict')]
            if None in c or max(c) >= LIM:
                continue
            if c[0] == c[1] and differ < 2:          # want deals where the two duties part
                continue
            differ += c[0] != c[1]
            deals.append((hands, turn))
        for hands, turn in deals:
            for m in ('bete', 'strict'):
                out.append('deal %d %s | %s | turn %s' % (n, m, ' | '.join(show(h) for h in hands), show([turn])))
                for p in sorted({4, 8, 12, 16, 20, 5 * n}):
                    if p > 5 * n:
                        continue
                    c = count(hands, turn[1], m, p, 60000)
                    if c is None or c >= LIM:
                        continue
                    if c < 30000:
                        assert c == brute(hands, turn[1], m, p)
                    out.append('plies %d %d' % (p, c))
    dst = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), 'mouche-1718.perft')
    open(dst, 'w').write('\n'.join(out) + '\n')


if __name__ == '__main__':
    main()
