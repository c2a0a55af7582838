/** What the person is asked to confirm themself for. */
export type Confirmation = {
  /** What they were about to do, in words. */
  readonly act: string;
  /** The code is sent as soon as the question is asked: the person has just asked for it. */
  readonly sendsAtOnce: boolean;
};

/** Asks the person to confirm that it is them. Answers whether they did. */
export type Ask = (confirmation: Confirmation) => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

/** Told once by the shell, so that a call can ask without importing any screen. Answers how to take it back. */
export function declareConfirmation(by: Ask): () => void {
  ask = by;
  return () => {
    if (ask === by) ask = null;
  };
}

/** Several calls that need it at once share one question. */
export function confirmIdentity(act: string, sendsAtOnce = false): Promise<boolean> {
  asking ??= (ask?.({ act, sendsAtOnce }) ?? Promise.resolve(false)).finally(() => {
    asking = null;
  });
  return asking;
}
