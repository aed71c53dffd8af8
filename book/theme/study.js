/* How a reader looks into a hand: what the address says of it, what each card brings, and lines that begin with a card. It is
   fetched when a reader chooses one of them, or the address has it. */
import { readView, writeView } from './study/address.js';
import { showAddressedLine, toggleResults } from './study/what-if.js';

export const study = { readView, showAddressedLine, toggleResults, writeView };
