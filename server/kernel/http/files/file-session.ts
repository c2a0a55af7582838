import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../services.ts';
import type { Actor } from '../../session/actor.ts';
import { findActorByFileCookie } from '../../session/find-actor.ts';
import { Refusal, refuse } from '../refuse.ts';

/** The secret by which a browser reads a session's files, and for how long. */
export type FileSession = { readonly id: number; readonly secret: string; readonly hours: number };

export type FileCookies = {
  keep(session: FileSession): void;
  forget(sessionId: number): void;
};

/**
 * S-18: a link cannot send a token, so a login also leaves a cookie that reads files and does nothing else. Each session
 * has a cookie by its own name: two tabs with two accounts share one jar, and neither must lose its files to the other.
 */
export function fileCookies(request: FastifyRequest, reply: FastifyReply): FileCookies {
  const secure = request.site.url.startsWith('https:') ? '; Secure' : '';
  const set = (id: number, value: string, seconds: number) =>
    void reply.header(
      'set-cookie',
      `media-${id}=${value}; Path=/media; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
    );
  return {
    keep: ({ id, secret, hours }) => set(id, secret, hours * 3_600),
    forget: (id) => set(id, '', 0),
  };
}

/**
 * Everybody whose cookie came with the request, the newest login first. Cookies of sessions that have ended are taken
 * back, so that they do not pile up.
 */
export async function actorsFromFileCookies(
  services: Services,
  request: FastifyRequest,
  cookies: FileCookies,
): Promise<readonly Actor[]> {
  const sent = sentCookies(request.headers.cookie ?? '');
  for (const { id } of sent.slice(MOST_COOKIES)) cookies.forget(id);
  const actors = await Promise.all(
    sent.slice(0, MOST_COOKIES).map(async ({ id, secret }) => {
      const actor = await findActorByFileCookie(services, request.site, secret);
      if (actor === null) cookies.forget(id);
      return actor;
    }),
  );
  return actors.filter((actor) => actor !== null);
}

/** What is actors for the first of them that it exists for. Only for reading: it may be asked several times. */
export async function firstThatFinds<Found>(
  actors: readonly Actor[],
  find: (actor: Actor) => Promise<Found>,
): Promise<Found> {
  let refused = refuse('not_found');
  for (const actor of actors) {
    try {
      return await find(actor);
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 404)) throw error;
      refused = error;
    }
  }
  throw refused;
}

const MOST_COOKIES = 8;
const COOKIE = /^media-([1-9]\d{0,9})=([\w-]{20,100})$/;

function sentCookies(header: string): { id: number; secret: string }[] {
  return header
    .split(';')
    .flatMap((part) => {
      const [, id, secret] = COOKIE.exec(part.trim()) ?? [];
      return id && secret ? [{ id: Number(id), secret }] : [];
    })
    .toSorted((one, other) => other.id - one.id);
}
