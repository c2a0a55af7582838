import { commonRefusals, RefusalAnswer } from '@vialkeep/contract/kernel/refusal.ts';
import type { Answer, Route } from '@vialkeep/contract/kernel/route.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import type { z } from 'zod';
import { filledPath, type QueryValue, type QueryValues, queryText } from '../navigation/address.ts';
import * as addresses from '../navigation/addresses.ts';
import { endInspectionSession, inspectionToken } from '../session/inspection-session.ts';
import { haveRightsChanged, RIGHTS_CHANGED, tellRightsChanged } from '../session/rights.ts';
import { clearSession, setLoginMessage, storedToken, storeUser } from '../session/session.ts';
import { isSetupReason, tellSetupRequired } from '../session/setup-required.ts';
import { site } from '../site.ts';
import { NOTHING_SAVED, sendUntilAdmitted } from './busy.ts';
import { takeEarlyAnswer } from './early-reads.ts';
import { Refused } from './failure.ts';
import { sendWithProof } from './proof.ts';
import { multipart, type Outgoing, type RawAnswer, type ReceivedFile, receive, send, upload } from './transport.ts';

/** The input of a call. A part is required only if the route has it. */
export type Sent<R extends Route> = Needed<'params', InPath<z.input<R['params']>>> &
  Needed<'body', z.input<R['body']>> & { query?: InQuery<z.input<R['query']>> };

export type FileInput<R extends Route> = Sent<R> & { signal?: AbortSignal; onReceived?: (bytes: number) => void };
export type CallInput<R extends Route> = Sent<R> & {
  signal?: AbortSignal;
  /** For an upload route: the file, and a progress callback in percent. */
  file?: File;
  onProgress?: (percent: number) => void;
  /** For a route that takes raw bytes. */
  bytes?: Blob;
  /** Sends no token, although one is stored: the call is about another session. */
  anonymous?: boolean;
  /** The call ends the session whose token it sends; a refused call meanwhile does not log the user out. */
  endsSession?: boolean;
  /** Called before the user is asked to prove their identity, for a caller that has something open meanwhile. */
  onProofAsked?: () => void;
};

/**
 * Makes one call of the contract. Screens must handle `Refused` and `NetworkFailure`. If the server requires a proof of
 * identity, the user is asked and the call is repeated once.
 */
export async function call<R extends Route>(route: R, input: CallInput<R>): Promise<Answer<R>> {
  const sendOnce = () => sendWithProof(route.summary, () => callOnce(route, input), input.onProofAsked);
  return input.endsSession ? endSessionBy(sendOnce) : sendOnce();
}

/** The token that a call under way is ending, or has ended. */
let endingToken: string | null = null;

/**
 * A page may read while the call is under way. A login page opened by its refusal would abort the call that says where
 * the user goes next.
 */
async function endSessionBy<T>(sendOnce: () => Promise<T>): Promise<T> {
  endingToken = storedToken();
  try {
    return await sendOnce();
  } catch (failure) {
    endingToken = null;
    throw failure;
  }
}

async function callOnce<R extends Route>(route: R, input: CallInput<R>): Promise<Answer<R>> {
  const token = input.anonymous ? null : storedToken();
  const going = outgoing(route, input, token);
  const { file, bytes, signal } = input;
  const content = file ? multipart(going.fields, { field: route.upload?.field ?? 'file', file }) : bytes;
  const sendOnce = () => (content ? upload(going, content, input) : send(going, signal));
  const early = content ? null : await takeEarlyAnswer(going, token);
  const answer = early ?? (await sendUntilAdmitted(route.method, sendOnce, signal));
  // @NOTE the schema belongs to this route; generic code cannot prove that its output is the route's answer.
  if (answer.ok) return route.answer.parse(JSON.parse(answer.text)) as Answer<R>;

  throw await refusalOf(route, answer, token);
}

/** Fetches the file that a route answers, with the server's file name. Throws what `call` throws. */
export async function fetchFile<R extends Route>(route: R, input: FileInput<R>): Promise<ReceivedFile> {
  return sendWithProof(route.summary, () => fetchFileOnce(route, input));
}

async function fetchFileOnce<R extends Route>(route: R, input: FileInput<R>): Promise<ReceivedFile> {
  const token = storedToken();
  const going = outgoing(route, input, token);
  const answer = await sendUntilAdmitted(route.method, () => receive(going, input), input.signal);
  if ('content' in answer) return answer;
  throw await refusalOf(route, answer, token);
}

async function refusalOf(route: Route, answer: RawAnswer, token: string | null): Promise<Refused> {
  const refused = refusedBy(answer);
  if (isSetupReason(refused.reason)) tellSetupRequired();
  if (refused.reason === 'busy' && route.method !== 'GET') return new Refused({ ...refused, message: NOTHING_SAVED });
  if (route.inspector && refused.status === 401) endInspectionSession(refused.message);
  if (route.access === 'public' || (refused.status !== 401 && refused.status !== 403)) return refused;
  if (refused.status === 403 && (await hasLostRights(token))) {
    tellRightsChanged();
    return new Refused({ status: 403, reason: 'rights_changed', message: RIGHTS_CHANGED });
  }
  sessionEnded(token);
  return refused;
}

/**
 * Whether an administrator changed this user's membership or tags since the page was opened. The page then offered an
 * action that is no longer permitted, which is not a reason to log the user out.
 */
async function hasLostRights(token: string | null): Promise<boolean> {
  if (token === null || token !== storedToken()) return false;
  try {
    const answer = await send(outgoing(currentSession, {}, token), undefined);
    if (!answer.ok) return false;
    const { user } = currentSession.answer.parse(JSON.parse(answer.text));
    if (!haveRightsChanged(user)) return false;
    if (token === storedToken()) storeUser(user);
    return true;
  } catch {
    return false;
  }
}

function outgoing(route: Route, input: object, token: string | null): Outgoing {
  // @NOTE the input of a generic route is unknown here; the types at the call site are exact.
  const { params, query, body } = input as {
    params?: Record<string, string>;
    query?: QueryValues;
    body?: Record<string, unknown>;
  };
  return {
    method: route.method,
    address: filledPath(route.path, params ?? {}) + queryText(query ?? {}),
    headers: authorizationFor(route, token),
    fields: body ?? {},
  };
}

/** A call of an inspector has a token of its own. */
function authorizationFor(route: Route, token: string | null): Record<string, string> {
  const ofInspector = route.inspector ? inspectionToken() : null;
  if (ofInspector !== null) return { Authorization: `inspection ${ofInspector}` };
  return token && !route.inspector ? { Authorization: `token ${token}` } : {};
}

function refusedBy({ status, text }: RawAnswer): Refused {
  const parsed = RefusalAnswer.safeParse(json(text));
  if (parsed.success) return new Refused({ ...parsed.data, status });
  // A proxy answered with its own text, which is not shown to users.
  const reason = status === 413 ? 'too_large' : 'unavailable';
  return new Refused({ status, reason, message: commonRefusals[reason].message });
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Logs the user out after a call with an invalid token, or for a resource that is never theirs (F006, S-27). */
function sessionEnded(token: string | null): void {
  // Several calls may fail at once, and an answer may arrive after another user has logged in.
  if (token !== storedToken()) return;
  if (token !== null && token === endingToken) return;
  clearSession();
  setLoginMessage('Your session has ended.');
  location.assign(site.admin_host || addresses.login);
}

type InPath<Values> = { [Name in keyof Values]: string | number };
type InQuery<Values> = { [Name in keyof Values]?: QueryValue | readonly QueryValue[] };
type Needed<Name extends string, Value> = {} extends Value ? { [N in Name]?: Value } : { [N in Name]: Value };
