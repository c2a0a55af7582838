import { randomBytes } from 'node:crypto';
import { vialCodeFrom } from '@vialkeep/contract/vial-code.ts';

/** The source of random bytes for new codes. */
export type Randomness = (bytes: number) => Uint8Array;

const CODE_BYTES = 8;

export const newCode = (random: Randomness = randomBytes) => vialCodeFrom(random(CODE_BYTES));
