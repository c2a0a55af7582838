import { confirmIdentity, proveIdentity } from '../navigation/confirmation.ts';
import { waitForUnlock } from '../session/lock.ts';
import { storedToken } from '../session/session.ts';
import { Refused } from './failure.ts';

type Demand = 'session_locked' | 'held' | 'step_up_required';

/** How the user meets each demand; resolves to whether they did. A refusal for one of them says that nothing was done. */
const meet: Record<Demand, (act: string, refused: Refused) => Promise<boolean>> = {
  session_locked: () => waitForUnlock(),
  held: (act) => confirmIdentity(act),
  step_up_required: (act, { methods }) => proveIdentity(act, methods),
};

/**
 * Sends a call, and sends it again after the user has proved their identity. A call meets each demand at most once; it
 * is never repeated with the token of another session.
 */
export async function sendWithProof<A>(act: string, send: () => Promise<A>, onAsked?: () => void): Promise<A> {
  const token = storedToken();
  const met = new Set<Demand>();
  for (;;) {
    try {
      return await send();
    } catch (thrown) {
      if (!(thrown instanceof Refused) || !isDemand(thrown.reason)) throw thrown;
      if (token === null || met.has(thrown.reason)) throw thrown;
      met.add(thrown.reason);
      onAsked?.();
      const isMet = await meet[thrown.reason](act, thrown);
      if (!isMet || storedToken() !== token) throw thrown;
    }
  }
}

function isDemand(reason: string): reason is Demand {
  return Object.hasOwn(meet, reason);
}
