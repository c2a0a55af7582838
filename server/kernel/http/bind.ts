import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';
import { type Actor, causeOf } from '../session/actor.ts';
import { findActor } from '../session/find-actor.ts';
import { promiseBroken } from './errors.ts';
import type { FileAnswer, Handler, RequestFacts } from './handle.ts';
import { dataPolicy } from './headers.ts';
import { parseInput } from './input.ts';
import { refuse } from './refuse.ts';
import { receiveUpload } from './upload.ts';

/** Puts a use case behind its path. Who, then whether they may, then what they sent: in this order, for every call. */
export function bind(app: FastifyInstance, services: Services, handler: Handler): void {
  if (handler.route.upload) void app.register(uploadScope(services, handler));
  else addRoute(app, services, handler);
}

/** The reader of forms has its hooks in every request around it, so an upload gets a scope of its own. */
function uploadScope(services: Services, handler: Handler) {
  return async (scope: FastifyInstance): Promise<void> => {
    await scope.register(multipart);
    addRoute(scope, services, handler);
  };
}

function addRoute(app: FastifyInstance, services: Services, handler: Handler): void {
  const { route } = handler;
  app.route({
    method: route.alsoPost ? [route.method, 'POST'] : route.method,
    url: route.path,
    handler: async (request, reply) => {
      const facts = factsOf(request);
      const actor = handler.isPublic ? null : await permittedActor(services, handler, facts);
      const { body, file } = route.upload ? await receiveUpload(request, route) : { body: request.body, file: null };
      const { params, query, body: parsed } = parseInput(route, { params: request.params, query: request.query, body });
      const shared = { params, query, body: parsed, request: facts, services, file };
      const result = await answerOf(
        handler,
        actor
          ? { ...shared, ...inTheNameOf(services, actor, facts) }
          : { ...shared, actorIfAny: () => actorOf(services, facts) },
      );
      // @NOTE `handle` lets a route without an answer's shape answer with nothing but a file.
      return route.answersFile ? sendFile(reply, result as FileAnswer) : sendJson(reply, route.answer.parse(result));
    },
  });
}

async function answerOf(handler: Handler, call: object): Promise<unknown> {
  try {
    return await handler.run(call);
  } catch (error) {
    throw promiseBroken(error, handler);
  }
}

async function permittedActor(services: Services, { route }: Handler, facts: RequestFacts): Promise<Actor> {
  const actor = await actorOf(services, facts);
  if (!actor) throw refuse('not_signed_in');
  if (!services.permissions.permits(actor, route.access)) throw refuse('not_permitted');
  if (actor.mustChangePassword && !route.beforePasswordChange) throw refuse('password_change_required');
  return actor;
}

function actorOf(services: Services, { site, token }: RequestFacts): Promise<Actor | null> {
  return token === null ? Promise.resolve(null) : findActor(services, site, token);
}

function inTheNameOf({ store }: Services, actor: Actor, facts: RequestFacts) {
  return {
    actor,
    db: store.read(actor.scope),
    write: <T>(task: Parameters<typeof store.write<T>>[2]) => store.write(actor.scope, causeOf(actor, facts.id), task),
  };
}

function factsOf(request: FastifyRequest): RequestFacts {
  return {
    id: request.id,
    address: request.ip,
    // Hardly anybody asks.
    get device() {
      return deviceOf(request.headers['user-agent'] ?? '');
    },
    site: request.site,
    token: tokenOf(request.headers.authorization),
  };
}

const TOKEN = /^token ([\w-]{20,100})$/i;

function tokenOf(authorization: string | undefined): string | null {
  return authorization?.match(TOKEN)?.[1] ?? null;
}

/** Enough for a person to recognise a session of theirs, and no more. */
function deviceOf(agent: string): string {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(agent)?.[1] ?? '';
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera' };
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agent)?.[1]?.replace(' OS X', '') ?? '';
  return [names[browser] ?? browser, system].filter(Boolean).join(' on ') || 'Unknown device';
}

function sendJson(reply: FastifyReply, answer: unknown): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(answer));
}

function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  reply.header('content-type', file.mediaType).header('content-security-policy', dataPolicy);
  if (file.bytes !== undefined) reply.header('content-length', file.bytes);
  if (file.fileName !== undefined) {
    reply
      .header('content-disposition', `attachment; filename="${file.fileName.replaceAll(/[^\w.:-]/g, '_')}"`)
      .header('cache-control', 'no-store');
  }
  return reply.send(file.stream);
}
