import { commonRefusals, RefusalAnswer } from '@vialkeep/contract/kernel/refusal.ts';
import type { RawAnswer } from './transport.ts';

/** How often a call is repeated that the server refused because it was busy; the refusal says that nothing was done. */
const REPEATS = { read: 3, write: 1 };

/** What the user reads when a write was refused for the last time. */
export const NOTHING_SAVED = 'The portal is very busy right now. Nothing was saved. Please try again in a moment.';

/** Sends a call, and sends it again after the time that a busy server names. */
export async function sendUntilAdmitted<A extends object>(
  method: string,
  send: () => Promise<A | RawAnswer>,
  signal?: AbortSignal,
): Promise<A | RawAnswer> {
  const most = method === 'GET' ? REPEATS.read : REPEATS.write;
  for (let repeats = 0; ; repeats += 1) {
    const answer = await send();
    if (repeats === most || !('status' in answer) || !isBusy(answer)) return answer;
    await pause(answer.retryAfterSeconds ?? 1, signal);
  }
}

function isBusy({ status, text }: RawAnswer): boolean {
  if (status !== commonRefusals.busy.status) return false;
  try {
    return RefusalAnswer.safeParse(JSON.parse(text)).data?.reason === 'busy';
  } catch {
    return false;
  }
}

/** Up to half as long again, so that browsers that were refused together do not return together. */
function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1_000 * (1 + Math.random() / 2));
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(new DOMException('The call was abandoned.', 'AbortError'));
      },
      { once: true },
    );
  });
}
