import type { ProofMethod } from '@vialkeep/contract/kernel/refusal.ts';

/** An identity confirmation that the user is asked for. */
export type Confirmation = {
  /** The action to confirm, in words. */
  readonly act: string;
  /** By a code from an email, which ends a hold, or by one of the ways in which the user logs in. */
  readonly by: 'mailed_code' | readonly ProofMethod[];
  /** Sends the code when the dialog opens, because the user has just requested it. */
  readonly sendsAtOnce: boolean;
};

/** Asks the user to confirm their identity; resolves to whether they did. */
export type Ask = (confirmation: Confirmation) => Promise<boolean>;

let ask: Ask | null = null;
let asking: { kind: 'hold' | 'proof'; answer: Promise<boolean> } | null = null;

/**
 * Registered once by the shell, so that a call can ask without importing a screen. Returns the function that
 * unregisters it.
 */
export function declareConfirmation(by: Ask): () => void {
  ask = by;
  return () => {
    if (ask === by) ask = null;
  };
}

/** Asks for the code that ends a hold. Concurrent calls share one dialog. */
export function confirmIdentity(act: string, sendsAtOnce = false): Promise<boolean> {
  return askOnce('hold', { act, by: 'mailed_code', sendsAtOnce });
}

/** Asks for a fresh proof in one of these ways. Concurrent calls share one dialog. */
export function proveIdentity(act: string, methods: readonly ProofMethod[]): Promise<boolean> {
  return askOnce('proof', { act, by: methods, sendsAtOnce: false });
}

async function askOnce(kind: 'hold' | 'proof', confirmation: Confirmation): Promise<boolean> {
  // One dialog at a time: another kind of confirmation waits for the first.
  while (asking && asking.kind !== kind) await asking.answer;
  asking ??= {
    kind,
    answer: (ask?.(confirmation) ?? Promise.resolve(false)).finally(() => {
      asking = null;
    }),
  };
  return asking.answer;
}
