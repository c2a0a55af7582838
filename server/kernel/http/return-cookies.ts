import type { FastifyReply, FastifyRequest } from 'fastify';

/** The secret by which a browser returns from a session in another's account, and for how long. */
export type ReturnSession = { readonly id: number; readonly secret: string; readonly hours: number };

export type ReturnCookies = {
  keep(session: ReturnSession): void;
  forget(sessionId: number): void;
  /** What the browser holds for the return from this session. */
  secretFor(sessionId: number): string | null;
};

const NAME = 'vk_return';
// Without the trailing slash, so that the cookie comes along to both forms of the call that returns.
const PATH = '/api/v1/users/login-as-user';

/**
 * A token can be read by a script and copied; this cookie cannot. Each acting session has one by its own name, because
 * several tabs of one browser may each act in another account.
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
