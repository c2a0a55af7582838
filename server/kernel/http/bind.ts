import type { CommonReason } from '@vialkeep/contract/kernel/refusal.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AccessRow, type NotedSubjects, type Reading, readingOf } from '../access/reading.ts';
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
import { acceptRawBodies, RAW_LIMIT_BYTES, type RawMessage, rawMessageOf } from './raw-message.ts';
import { refuse } from './refuse.ts';
import { returnCookies } from './return-cookies.ts';

/**
 * Registers a use case at its path. Authentication, then authorization, then input validation: in this order, for every
 * call.
 */
export function bind(app: FastifyInstance, services: Services, handler: Handler): void {
  if (handler.route.upload) void app.register(uploadScope(services, handler));
  else if (handler.route.rawBody) void app.register(rawScope(services, handler));
  else addRoute(app, services, handler);
}

function rawScope(services: Services, handler: Handler) {
  return async (scope: FastifyInstance): Promise<void> => {
    acceptRawBodies(scope);
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
  if (route.upload) return answer();
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
  const { route, writeAnswer } = handler;
  const facts = factsOf(request, reply);
  const cookies = fileCookies(request, reply);
  if (handler.limit) await services.limits.count(handler.limit(services.settings), network);
  const callers = handler.isPublic ? [] : await permittedCallers(services, handler, facts, request, cookies);
  const answer = async (sent: Sent) => {
    const shared = {
      ...parseInput(route, { params: request.params, query: request.query, body: sent.body }),
      file: sent.file,
      raw: sent.raw,
      request: facts,
      services,
      fileCookies: cookies,
      device: deviceCookie(request, reply),
      returnCookies: returnCookies(request, reply),
    };
    return handler.isPublic
      ? answerOf(handler, { ...shared, actorIfAny: () => actorOf(services, facts) })
      : firstThatFinds(callers, (caller) => answerAuthorized(services, handler, shared, caller));
  };
  const result = await keepingProof(callers, () => withSent(services, request, route, answer));
  // @NOTE `handle` allows a route without an answer schema to return a file only.
  if (route.answersFile) return () => sendFile(request, reply, result as FileAnswer);
  const text = await writeAnswer(result);
  return () => sendJson(reply, text);
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
  { permissions, store, accessRecords }: Services,
  handler: Bound,
  shared: Shared,
  { actor, proof }: Caller,
): Promise<unknown> {
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
    write: <T>(task: Parameters<typeof store.write<T>>[2]) =>
      store.write(actor.scope, auditContextOf(actor, shared.request), async (work) => {
        const result = await task(work);
        access.requireAuthorized();
        hasWritten = true;
        return result;
      }),
  });
  access.requireAuthorized();
  if (handler.readingRows === null) return answer;
  try {
    // A file that was not sent can be asked for again, even where a reason was noted before.
    const isFinal = hasWritten && !handler.route.answersFile;
    await accessRecords.record(handler.readingRows({ actor, answer, input: shared, noted }), isFinal);
  } catch (error) {
    if (handler.route.answersFile) closeUnsent(answer as FileAnswer);
    throw error;
  }
  return answer;
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
  facts: RequestFacts,
  request: FastifyRequest,
  cookies: FileCookies,
): Promise<readonly Caller[]> {
  const { route } = handler;
  const callerOf = (actor: Actor): Caller => ({ actor, proof: proofOf(services, actor, facts.site) });
  if (!route.fileSession || facts.token !== null) {
    const caller = callerOf(requirePermittedActor(services, handler, await actorOf(services, facts)));
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
  if (reason !== null) throw refuse(reason);
  return actor;
}

function objection({ permissions }: Services, { route }: Handler, actor: Actor): CommonReason | null {
  return permissions.objection(actor, route.access) ?? objectionOfSession(route, actor);
}

function actorOf(services: Services, { site, token }: RequestFacts): Promise<Actor | null> {
  return token === null ? Promise.resolve(null) : findActor(services, site, token);
}

function factsOf(request: FastifyRequest, reply: FastifyReply): RequestFacts {
  return {
    id: request.id,
    address: clientAddressOf(request),
    // Computed lazily: few calls read it.
    get device() {
      return deviceOf(request.headers['user-agent'] ?? '');
    },
    site: request.site,
    token: tokenOf(request.headers.authorization, TOKEN),
    inspectionToken: tokenOf(request.headers.authorization, INSPECTION),
    onEnd(listener) {
      if (reply.raw.destroyed) listener();
      else reply.raw.once('close', listener);
    },
  };
}

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
