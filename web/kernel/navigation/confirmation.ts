/** An identity confirmation that the user is asked for. */
export type Confirmation = {
  /** The action to confirm, in words. */
  readonly act: string;
  /** Sends the code when the dialog opens, because the user has just requested it. */
  readonly sendsAtOnce: boolean;
};

/** Asks the user to confirm their identity; resolves to whether they did. */
export type Ask = (confirmation: Confirmation) => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

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

/** Concurrent calls share one dialog. */
export function confirmIdentity(act: string, sendsAtOnce = false): Promise<boolean> {
  asking ??= (ask?.({ act, sendsAtOnce }) ?? Promise.resolve(false)).finally(() => {
    asking = null;
  });
  return asking;
}
