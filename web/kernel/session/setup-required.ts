const listeners = new Set<() => void>();

/** Refusals after which the user must first do something on a page of its own. */
const SETUP_REASONS: readonly string[] = ['second_factor_setup_required', 'email_not_verified'];

export function isSetupReason(reason: string): boolean {
  return SETUP_REASONS.includes(reason);
}

/** Signals the frame that a call was refused because the policy now asks for more of this user. */
export function tellSetupRequired(): void {
  for (const listener of listeners) listener();
}

export function onSetupRequired(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
