import type { SessionUser } from '@vialkeep/contract/session.ts';

type Holder = Pick<SessionUser, 'id' | 'subscription' | 'tags'>;

/** Shown to a user whose membership or tags changed while they were working. */
export const RIGHTS_CHANGED =
  'Your account has been changed and may no longer do this. You are still logged in, and what you typed is still here.';

/** The user's changeable rights at the time the page was opened. */
let known: { id: number; rights: string } | null = null;

export function noteRights(user: Holder | null): void {
  known = user && { id: user.id, rights: rightsOf(user) };
}

/** Whether this user's rights differ from those when the page was opened. Unknown for another user (S-05). */
export function haveRightsChanged(user: Holder): boolean {
  return known !== null && known.id === user.id && known.rights !== rightsOf(user);
}

let wasTakenAway = false;

/** Remembers for /unauthorized whether the page was permitted before the change. */
export function rememberWhy(user: Holder | null): void {
  wasTakenAway = user !== null && haveRightsChanged(user);
}

export function wasRightTakenAway(): boolean {
  return wasTakenAway;
}

function rightsOf({ subscription, tags }: Holder): string {
  return `${subscription.id} ${[...tags].toSorted((a, b) => a - b).join()}`;
}

const listeners = new Set<() => void>();

/** Signals the frame that a call was refused because a right was just removed. */
export function tellRightsChanged(): void {
  for (const listener of listeners) listener();
}

export function onRightsChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
