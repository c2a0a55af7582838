import type { Target } from './target.ts';

/** What came of an attack: what the attacker saw, and whether the product held. */
export type Verdict = { readonly seen: string; readonly refused: boolean };

/** One attack of the review. `expected` is what a product that holds lets the attacker see. */
export type Attack = {
  readonly name: string;
  readonly expected: string;
  readonly make: (target: Target) => Promise<Verdict>;
};

/** Where the preparation itself fails, the attack says nothing about the product: it is an error, never a refusal. */
export function required(condition: boolean, what: string): void {
  if (!condition) throw new Error(`The attack could not be prepared: ${what}`);
}
