import type { Target } from './target.ts';

/** The result of an attack: what the attacker saw, and whether the product refused it. */
export type Verdict = { readonly seen: string; readonly refused: boolean };

/** One attack of the review. `expected` is what the attacker sees when the product refuses it. */
export type Attack = {
  readonly name: string;
  readonly expected: string;
  readonly make: (target: Target) => Promise<Verdict>;
};

/** An attack whose preparation fails proves nothing about the product: it is an error, never a refusal. */
export function requirePrepared(condition: boolean, what: string): void {
  if (!condition) throw new Error(`The attack could not be prepared: ${what}`);
}
