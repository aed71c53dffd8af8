/* What a reader seldom asks of a hand: its keys, its last trick, its link, its picture, and its source elsewhere. It is fetched when
   one of them is asked for. */
import { showKeys } from './extras/keys.js';
import { toggleLastTrick } from './extras/last-trick.js';
import { shareStep } from './extras/share.js';
import { copySource, openInPlayground, playCard, takeSeat } from './extras/ways-out.js';

export const extras = { copySource, openInPlayground, playCard, shareStep, showKeys, takeSeat, toggleLastTrick };
