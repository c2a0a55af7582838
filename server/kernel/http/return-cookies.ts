import type { FastifyReply, FastifyRequest } from 'fastify';

/** The secret by which a browser returns from an acting session, and its lifetime. */
export type ReturnSession = { readonly id: number; readonly secret: string; readonly hours: number };

export type ReturnCookies = {
  keep(session: ReturnSession): void;
  forget(sessionId: number): void;
  /** The secret that the browser holds for the return from this session. */
  secretFor(sessionId: number): string | null;
};

const NAME = 'vk_return';
// Without the trailing slash, so that the browser sends the cookie to both forms of the call.
const PATH = '/api/v1/users/login-as-user';

/**
 * A script can read and copy a token, but not this cookie. Each acting session has its own cookie name, because several
 * tabs of one browser may act in different accounts.
 */
export function returnCookies(request: FastifyRequest, reply: FastifyReply): ReturnCookies {
  const secure = request.site.url.startsWith('https:') ? '; Secure' : '';
  const set = (id: number, value: string, seconds: number) =>
    void reply.header(
      'set-cookie',
      `${NAME}_${id}=${value}; Path=${PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
    );
  return {
    keep: ({ id, secret, hours }) => set(id, secret, hours * 3_600),
    forget: (id) => set(id, '', 0),
    secretFor: (id) =>
      new RegExp(`(?:^|; *)${NAME}_${id}=([\\w-]{20,100})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1] ?? null,
  };
}
