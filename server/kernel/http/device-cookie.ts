import type { FastifyReply, FastifyRequest } from 'fastify';

/** The secret that identifies a browser which has logged in before. It grants no access. */
export type DeviceCookie = {
  /** As the browser sent it, or null. */
  readonly sent: string | null;
  keep(secret: string): void;
};

export const DEVICE_DAYS = 180;
const NAME = 'vk_device';
const COOKIE = new RegExp(`^${NAME}=([\\w-]{43})$`);

export function deviceCookie(request: FastifyRequest, reply: FastifyReply): DeviceCookie {
  return {
    // Computed lazily: only a login reads it.
    get sent() {
      const parts = (request.headers.cookie ?? '').split(';').map((part) => COOKIE.exec(part.trim())?.[1]);
      return parts.find((secret) => secret !== undefined) ?? null;
    },
    keep(secret) {
      const secure = request.site.url.startsWith('https:') ? '; Secure' : '';
      const seconds = DEVICE_DAYS * 24 * 3_600;
      void reply.header(
        'set-cookie',
        `${NAME}=${secret}; Path=/api; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
      );
    },
  };
}
