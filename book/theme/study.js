/* How a reader looks into a hand, and what the address says of it. It is fetched when a reader chooses that, or the address has it. */
import { readView, writeView } from './study/address.js';

export const study = { readView, writeView };
