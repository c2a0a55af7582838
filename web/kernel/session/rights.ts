import type { SessionUser } from '@vialkeep/contract/session.ts';

type Holder = Pick<SessionUser, 'id' | 'subscription' | 'tags'>;

/** What a person reads whose membership or tags were changed while they were at work. */
export const RIGHTS_CHANGED =
  'Your account has been changed and may no longer do this. You are still logged in, and what you typed is still here.';

/** What the person could do when the page they are on was opened, as far as an administrator can change it. */
let known: { id: number; rights: string } | null = null;

export function noteRights(user: Holder | null): void {
  known = user && { id: user.id, rights: rightsOf(user) };
}

/** Whether this user had other rights when the page was opened. Of another user it cannot be told (S-05). */
export function haveRightsChanged(user: Holder): boolean {
  return known !== null && known.id === user.id && known.rights !== rightsOf(user);
}

let wasTakenAway = false;

/** Remembers, for the page that says no, whether it would have said yes before. */
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

/** Tells the frame that a call was refused for a right that was just taken away. */
export function tellRightsChanged(): void {
  for (const listener of listeners) listener();
}

export function onRightsChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
