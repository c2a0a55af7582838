import { commonRefusals, RefusalAnswer } from '@vialkeep/contract/kernel/refusal.ts';
import { startWaiting } from './away.ts';
import type { RawAnswer } from './transport.ts';

/** How often a call is repeated that the server refused because it was busy; the refusal says that nothing was done. */
const REPEATS = { read: 3, write: 1 };

/** Longer than a database cluster takes to choose a new primary. */
const AWAY_MS = 45_000;

/** What the user reads when a write was refused for the last time. */
export const NOTHING_SAVED = 'The portal is very busy right now. Nothing was saved. Please try again in a moment.';

/** Sends a call, and sends it again after the time that a busy server names; a read also while the database is away. */
export async function sendUntilAdmitted<A extends object>(
  method: string,
  send: () => Promise<A | RawAnswer>,
  signal?: AbortSignal,
): Promise<A | RawAnswer> {
  const answer = await sendUntilNotBusy(method, send, signal);
  // A write may have been done before its connection was lost, so only the user may send it again.
  if (method !== 'GET' || !isRefusal(answer, 'unavailable')) return answer;
  const stopWaiting = startWaiting();
  try {
    return await sendUntilBack(method, send, answer, signal);
  } finally {
    stopWaiting();
  }
}

async function sendUntilNotBusy<A extends object>(
  method: string,
  send: () => Promise<A | RawAnswer>,
  signal: AbortSignal | undefined,
): Promise<A | RawAnswer> {
  const most = method === 'GET' ? REPEATS.read : REPEATS.write;
  for (let repeats = 0; ; repeats += 1) {
    const answer = await send();
    if (repeats === most || !isRefusal(answer, 'busy')) return answer;
    await pause(answer.retryAfterSeconds ?? 1, signal);
  }
}

async function sendUntilBack<A extends object>(
  method: string,
  send: () => Promise<A | RawAnswer>,
  first: RawAnswer,
  signal: AbortSignal | undefined,
): Promise<A | RawAnswer> {
  const deadline = Date.now() + AWAY_MS;
  let answer: A | RawAnswer = first;
  while (isRefusal(answer, 'unavailable') && Date.now() < deadline) {
    await pause(answer.retryAfterSeconds ?? 1, signal);
    answer = await sendUntilNotBusy(method, send, signal);
  }
  return answer;
}

function isRefusal(answer: object, reason: 'busy' | 'unavailable'): answer is RawAnswer {
  if (!('status' in answer) || !('text' in answer) || typeof answer.text !== 'string') return false;
  if (answer.status !== commonRefusals[reason].status) return false;
  try {
    return RefusalAnswer.safeParse(JSON.parse(answer.text)).data?.reason === reason;
  } catch {
    return false;
  }
}

/** Up to half as long again, so that browsers that were refused together do not return together. */
function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abandon = () => {
      clearTimeout(timer);
      reject(new DOMException('The call was abandoned.', 'AbortError'));
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', abandon);
        resolve();
      },
      seconds * 1_000 * (1 + Math.random() / 2),
    );
    if (signal?.aborted) abandon();
    else signal?.addEventListener('abort', abandon, { once: true });
  });
}
