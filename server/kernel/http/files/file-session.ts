import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../services.ts';
import type { Actor } from '../../session/actor.ts';
import { findActorByFileCookie } from '../../session/find-actor.ts';
import { Refusal, refuse } from '../refuse.ts';

/** The secret by which a browser reads a session's files, and its lifetime. */
export type FileSession = { readonly id: number; readonly secret: string; readonly hours: number };

export type FileCookies = {
  keep(session: FileSession): void;
  forget(sessionId: number): void;
};

/**
 * A link cannot send a token, so a login also sets a cookie that can only read files (S-18). Each session has its own
 * cookie name: two tabs with two accounts share one cookie jar, and neither may lose access to its files.
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
 * Every actor whose cookie was sent, the newest login first. Cookies of ended sessions are deleted, so that they do not
 * accumulate.
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

/** Returns the result for the first actor who finds the record. For reads only: `find` may run several times. */
export async function firstThatFinds<Caller, Found>(
  callers: readonly Caller[],
  find: (caller: Caller) => Promise<Found>,
): Promise<Found> {
  let refused: Refusal | null = null;
  for (const caller of callers) {
    try {
      return await find(caller);
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 404)) throw error;
      refused = error;
    }
  }
  throw refused ?? refuse('not_found');
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
