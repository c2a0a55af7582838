import type { FastifyInstance, FastifyRequest } from 'fastify';
import { newTurns } from '../jobs/at-once.ts';
import type { Services } from '../services.ts';

/** A message with its raw bytes; header names are in lower case. */
export type RawMessage = { readonly bytes: Buffer; readonly headers: Readonly<Record<string, string | undefined>> };

export const RAW_LIMIT_BYTES = 1_048_576;

/** In this scope a body of any type is accepted as raw bytes. */
export function acceptRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: RAW_LIMIT_BYTES }, (_request, body, done) =>
    done(null, body),
  );
}

/** In this scope the body stays unread until the sender is authenticated. */
export function leaveBodiesUnread(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _body, done) => done(null));
}

/** With parts of 8 megabytes that is 32 megabytes. */
const RAW_BODIES_IN_MEMORY = 4;

const inTurn = newTurns(RAW_BODIES_IN_MEMORY);

/** Spools the body to disk until it is complete; it is in memory only while the task runs. */
export async function withRawBody<T>(
  services: Pick<Services, 'spool' | 'processes'>,
  request: FastifyRequest,
  mostBytes: number,
  task: (raw: RawMessage) => Promise<T>,
): Promise<T> {
  const spooled = await services.spool.receive(request.raw, mostBytes);
  return inTurn(services, 'raw bodies', async () => {
    try {
      return await task({ bytes: await spooled.read(), headers: headersOf(request) });
    } finally {
      await spooled.close();
    }
  });
}

export function rawMessageOf(request: FastifyRequest): RawMessage {
  return { bytes: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0), headers: headersOf(request) };
}

function headersOf(request: FastifyRequest): RawMessage['headers'] {
  const headers = new Map<string, string | undefined>();
  for (const [name, value] of Object.entries(request.headers)) {
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return Object.fromEntries(headers);
}
