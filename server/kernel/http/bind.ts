import type { CommonReason } from '@vialkeep/contract/kernel/refusal.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AccessRow, type NotedSubjects, type Reading, readingOf } from '../access/reading.ts';
import { answerOnce, type Claim, claimOnce, type KeptAnswer, keepAnswer, onceOf } from '../idempotency.ts';
import { runInPlace } from '../jobs/places.ts';
import { accessFor } from '../policy/access.ts';
import type { Services } from '../services.ts';
import { type Actor, auditContextOf, objectionOfSession } from '../session/actor.ts';
import { findActor } from '../session/find-actor.ts';
import { type Proof, proofOf } from '../session/proof.ts';
import { sendBusy } from './admission/send-busy.ts';
import { answerWriter } from './answers/write-answer.ts';
import { clientAddressOf, clientNetworkOf } from './client-network.ts';
import { deviceCookie } from './device-cookie.ts';
import { refusalForConstraint } from './errors.ts';
import { actorsFromFileCookies, type FileCookies, fileCookies, firstThatFinds } from './files/file-session.ts';
import { sendFile } from './files/send-file.ts';
import { acceptMultipart } from './forms/form.ts';
import { withUpload } from './forms/upload.ts';
import type { FileAnswer, Handler, ReceivedFile, RequestFacts } from './handle.ts';
import { parseInput } from './input.ts';
import { admitKey, countingUse } from './key-calls.ts';
import {
  acceptRawBodies,
  leaveBodiesUnread,
  RAW_LIMIT_BYTES,
  type RawMessage,
  rawMessageOf,
  withRawBody,
} from './raw-message.ts';
import { recordingRefused } from './record-refused.ts';
import { refuse } from './refuse.ts';
import { returnCookies } from './return-cookies.ts';

/**
 * Registers a use case at its path. Authentication, then authorization, then input validation: in this order, for every
 * call.
 */
export function bind(app: FastifyInstance, services: Services, handler: Handler): void {
  if (handler.route.upload) void app.register(uploadScope(services, handler));
  else if (handler.route.rawLimit !== null) void app.register(unreadScope(services, handler));
  else if (handler.route.rawBody) void app.register(rawScope(services, handler));
  else addRoute(app, services, handler);
}

function rawScope(services: Services, handler: Handler) {
  return async (scope: FastifyInstance): Promise<void> => {
    acceptRawBodies(scope);
    addRoute(scope, services, handler);
  };
}

function unreadScope(services: Services, handler: Handler) {
  return async (scope: FastifyInstance): Promise<void> => {
    leaveBodiesUnread(scope);
    addRoute(scope, services, handler);
  };
}

function uploadScope(services: Services, handler: Handler) {
  return async (scope: FastifyInstance): Promise<void> => {
    acceptMultipart(scope);
    addRoute(scope, services, handler);
  };
}

function addRoute(app: FastifyInstance, services: Services, handler: Handler): void {
  const { route } = handler;
  const call = `${route.method} ${route.path}`;
  const bound = { ...handler, writeAnswer: answerWriter(route, services), readingRows: readingOf(route) };
  app.route({
    method: route.alsoPost ? [route.method, 'POST'] : route.method,
    url: route.path,
    ...(route.rawBody ? { bodyLimit: RAW_LIMIT_BYTES } : {}),
    config: { urgency: route.urgency, call },
    handler: async (request, reply) => {
      const network = clientNetworkOf(request);
      const answer = () => answerRequest(services, bound, network, request, reply);
      const send = await answerInPlace(services, handler, network, answer);
      return send === null ? sendBusy(reply) : send();
    },
  });
}

type SendAnswer = () => FastifyReply;

/**
 * Answers within the limits of calls at a time; null when the server is too busy. A place is free again before the answer
 * is sent: a file leaves at the pace of its reader, and an upload arrives at that of its sender.
 */
async function answerInPlace(
  services: Services,
  { route, mostOfNetwork }: Handler,
  network: string,
  answer: () => Promise<SendAnswer>,
): Promise<SendAnswer | null> {
  const call = `${route.method} ${route.path}`;
  if (mostOfNetwork !== undefined) return runInPlace(services.places, `${call} ${network}`, mostOfNetwork, answer);
  if (route.upload || route.rawLimit !== null) return answer();
  const leave = await services.admission.enter({ route: call, urgency: route.urgency, network });
  if (!leave) return null;
  try {
    return await answer();
  } finally {
    leave();
  }
}

/** A handler with what its route compiles to. */
type Bound = Handler & {
  readonly writeAnswer: (answer: unknown) => Promise<string>;
  readonly readingRows: ((reading: Reading) => AccessRow[]) | null;
};

async function answerRequest(
  services: Services,
  handler: Bound,
  network: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SendAnswer> {
  const facts = requestFactsOf(request, reply);
  const { limit } = handler;
  if (limit) {
    await recordingRefused(services, handler, { request, facts }, () =>
      services.limits.count(limit(services.settings), network),
    );
  }
  const keyed = handler.isPublic ? null : await admitKey(services, facts, network, reply);
  const made = await countingUse(services, keyed, network, () =>
    makeAnswer(services, handler, { request, reply, facts, keyed }),
  );
  return () => (typeof made === 'string' ? sendJson(reply, made) : sendFile(request, reply, made));
}

type ReceivedRequest = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly facts: RequestFacts;
  /** The owner of the API key that was sent. */
  readonly keyed: Actor | null;
};

/** The text of the answer, or a file. */
type Made = string | FileAnswer;

async function makeAnswer(services: Services, handler: Bound, asked: ReceivedRequest): Promise<Made> {
  const { request, reply, facts } = asked;
  const { route } = handler;
  const cookies = fileCookies(request, reply);
  const callers = handler.isPublic ? [] : await permittedCallers(services, handler, asked, cookies);
  const answer = async (sent: Sent): Promise<Made> => {
    const { params, query } = request;
    const shared = {
      ...(await recordingRefused(services, handler, asked, async () =>
        parseInput(route, { params, query, body: sent.body }),
      )),
      file: sent.file,
      raw: sent.raw,
      request: facts,
      services,
      fileCookies: cookies,
      device: deviceCookie(request, reply),
      returnCookies: returnCookies(request, reply),
    };
    if (handler.isPublic) {
      return madeOf(handler, await answerOf(handler, { ...shared, actorIfAny: () => actorOf(services, facts) }));
    }
    return firstThatFinds(callers, (caller) =>
      answerOnce(services, claimOf(request, handler, sent, caller.actor), {
        make: (claim) => answerAuthorized(services, handler, shared, caller, claim),
        repeat: (kept) => repeatAnswer(services, handler, shared, caller.actor, kept),
      }),
    );
  };
  return keepingProof(callers, () => withSent(services, request, route, answer));
}

function claimOf(request: FastifyRequest, { route }: Handler, { body, file, raw }: Sent, actor: Actor): Claim | null {
  const header = request.headers['idempotency-key'];
  const { method, url } = request;
  const once = onceOf(actor, { method, url, header, route: `${route.method} ${route.path}`, body, file, raw });
  return once === null ? null : { once, isMade: false };
}

/** What was kept of an earlier call is shown again, and that is a reading too. */
async function repeatAnswer(
  { accessRecords }: Services,
  { readingRows }: Bound,
  input: Shared,
  actor: Actor,
  { text, noted }: KeptAnswer,
): Promise<Made> {
  if (readingRows === null) return text;
  await accessRecords.record(readingRows({ actor, answer: JSON.parse(text), input, noted }), true);
  return text;
}

async function madeOf({ route, writeAnswer }: Bound, answer: unknown): Promise<Made> {
  // @NOTE `handle` allows a route without an answer schema to return a file only.
  return route.answersFile ? (answer as FileAnswer) : writeAnswer(answer);
}

type Sent = { readonly body: unknown; readonly file: ReceivedFile | null; readonly raw: RawMessage | null };

/** Passes the body and file of the request. A file is in memory only while the answer is made. */
function withSent<T>(
  services: Services,
  request: FastifyRequest,
  route: Handler['route'],
  answer: (sent: Sent) => Promise<T>,
): Promise<T> {
  if (route.upload) return withUpload(services, request, route.upload, (sent) => answer({ ...sent, raw: null }));
  if (route.rawLimit !== null) {
    return withRawBody(services, request, route.rawLimit, (raw) => answer({ body: undefined, file: null, raw }));
  }
  if (route.rawBody) return answer({ body: undefined, file: null, raw: rawMessageOf(request) });
  return answer({ body: request.body, file: null, raw: null });
}

async function answerOf(handler: Handler, call: object): Promise<unknown> {
  try {
    return await handler.run(call);
  } catch (error) {
    throw refusalForConstraint(error, handler);
  }
}

/** Runs the use case, and answers only when it has applied the rule about records and the reading is recorded. */
async function answerAuthorized(
  services: Services,
  handler: Bound,
  shared: Shared,
  { actor, proof }: Caller,
  claim: Claim | null,
): Promise<Made> {
  const { permissions, store, accessRecords } = services;
  const access = accessFor(permissions, actor, handler.route);
  if (handler.readingRows !== null) accessRecords.requireRoom();
  let noted: NotedSubjects | null = null;
  let hasWritten = false;
  const answer = await answerOf(handler, {
    ...shared,
    actor,
    proof,
    access,
    noteSubjects: (ids: NotedSubjects['ids'], object?: number) => {
      noted = { ids, object: object === undefined ? '' : String(object) };
    },
    // A file reads all rows of a list.
    db: handler.route.answersFile ? store.readSlowly(actor.scope) : store.read(actor.scope),
    write: async <T>(task: Parameters<typeof store.write<T>>[2]) => {
      const written = await store.write(actor.scope, auditContextOf(actor, shared.request), async (work) => {
        if (claim?.isMade === false) await claimOnce(work, claim.once);
        const result = await task(work);
        access.requireAuthorized();
        hasWritten = true;
        return result;
      });
      if (claim) claim.isMade = true;
      return written;
    },
  });
  access.requireAuthorized();
  if (handler.readingRows !== null) {
    try {
      // A file that was not sent can be asked for again, even where a reason was noted before.
      const isFinal = hasWritten && !handler.route.answersFile;
      await accessRecords.record(handler.readingRows({ actor, answer, input: shared, noted }), isFinal);
    } catch (error) {
      if (handler.route.answersFile) closeUnsent(answer as FileAnswer);
      throw error;
    }
  }
  const made = await madeOf(handler, answer);
  if (claim?.isMade && typeof made === 'string') await keepAnswer(services, claim.once, { text: made, noted });
  return made;
}

type Shared = {
  readonly request: RequestFacts;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
};

/** A file that is not sent must give its connection back. */
function closeUnsent(file: FileAnswer): void {
  if ('stream' in file) file.stream.destroy();
}

type Caller = { readonly actor: Actor; readonly proof: Proof };

/** A refused act does not use up the proof of identity that it needed. */
async function keepingProof<T>(callers: readonly Caller[], act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    await Promise.all(callers.map(({ proof }) => proof.giveBack()));
    throw error;
  }
}

/** The caller by their token; for file links without a token, every actor whose cookie was sent. */
async function permittedCallers(
  services: Services,
  handler: Handler,
  { request, facts, keyed }: ReceivedRequest,
  cookies: FileCookies,
): Promise<readonly Caller[]> {
  const { route } = handler;
  const callerOf = (actor: Actor): Caller => ({ actor, proof: proofOf(services, actor, facts.site) });
  if (!route.fileSession || facts.token !== null || keyed !== null) {
    const caller = callerOf(requirePermittedActor(services, handler, keyed ?? (await actorOf(services, facts))));
    if (route.inPerson) await caller.proof.requirePerson();
    else if (route.stepUp) await caller.proof.require();
    return [caller];
  }
  const actors = await actorsFromFileCookies(services, request, cookies);
  const those = actors.filter((actor) => objection(services, handler, actor) === null);
  return (those.length > 0 ? those : [requirePermittedActor(services, handler, actors[0] ?? null)]).map(callerOf);
}

function requirePermittedActor(services: Services, handler: Handler, actor: Actor | null): Actor {
  if (!actor) throw refuse('not_signed_in');
  const reason = objection(services, handler, actor);
  if (reason === 'key_scope_missing') {
    throw refuse(reason, {
      message: `This API key lacks the scope ${services.permissions.keyScopeOf(handler.route.access)}.`,
    });
  }
  if (reason !== null) throw refuse(reason);
  return actor;
}

function objection({ permissions }: Services, { route }: Handler, actor: Actor): CommonReason | null {
  if (actor.key !== null && (route.inPerson || route.stepUp)) return 'not_by_key';
  return permissions.objection(actor, route.access) ?? objectionOfSession(route, actor);
}

function actorOf(services: Services, { site, token }: RequestFacts): Promise<Actor | null> {
  return token === null ? Promise.resolve(null) : findActor(services, site, token);
}

function requestFactsOf(request: FastifyRequest, reply: FastifyReply): RequestFacts {
  return {
    id: request.id,
    address: clientAddressOf(request),
    // Computed lazily: few calls read it.
    get device() {
      return deviceOf(request.headers['user-agent'] ?? '');
    },
    site: request.site,
    ...secretsOf(request.headers.authorization),
    inspectionToken: tokenOf(request.headers.authorization, INSPECTION),
    onEnd(listener) {
      if (reply.raw.destroyed) listener();
      else reply.raw.once('close', listener);
    },
  };
}

/** An API key is no session token, and a session token is not accepted as `Bearer`. */
function secretsOf(authorization: string | undefined): Pick<RequestFacts, 'token' | 'apiKey'> {
  const apiKey = tokenOf(authorization, API_KEY);
  return { apiKey, token: apiKey === null ? tokenOf(authorization, TOKEN) : null };
}

const API_KEY = /^(?:token|bearer) (vk_[\da-z]{8}_[\w-]{43})$/i;

const TOKEN = /^token ([\w-]{20,100})$/i;

const INSPECTION = /^inspection ([\w-]{20,100})$/i;

function tokenOf(authorization: string | undefined, scheme: RegExp): string | null {
  return authorization?.match(scheme)?.[1] ?? null;
}

/** A short label by which users recognise their sessions. */
function deviceOf(agent: string): string {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(agent)?.[1] ?? '';
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera' };
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agent)?.[1]?.replace(' OS X', '') ?? '';
  return [names[browser] ?? browser, system].filter(Boolean).join(' on ') || 'Unknown device';
}

function sendJson(reply: FastifyReply, text: string): FastifyReply {
  return reply.header('cache-control', 'no-store').header('content-type', 'application/json; charset=utf-8').send(text);
}
