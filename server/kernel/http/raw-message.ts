import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A webhook message with its raw bytes; header names are in lower case. */
export type RawMessage = { readonly bytes: Buffer; readonly headers: Readonly<Record<string, string | undefined>> };

export const RAW_LIMIT_BYTES = 1_048_576;

/** In this scope a body of any type is accepted as raw bytes. */
export function acceptRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: RAW_LIMIT_BYTES }, (_request, body, done) =>
    done(null, body),
  );
}

export function rawMessageOf(request: FastifyRequest): RawMessage {
  const headers = new Map<string, string | undefined>();
  for (const [name, value] of Object.entries(request.headers)) {
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return {
    bytes: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    headers: Object.fromEntries(headers),
  };
}
