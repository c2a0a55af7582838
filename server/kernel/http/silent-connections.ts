import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** As long as Node waits for the rest of a request that has begun. */
const SILENT_MS = 8_000;
/** About ten megabytes; a client that means well sends its request long before so many others connect. */
export const MOST_SILENT = 1_024;

/**
 * Closes connections that send no request: after some seconds, and the oldest first where too many of them wait. Node
 * itself keeps them for ever, at ten kilobytes each.
 */
export function closeSilentConnections(server: Pick<FastifyInstance['server'], 'on'>): void {
  const silent = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
    socket.setTimeout(SILENT_MS);
    if (silent.size <= MOST_SILENT) return;
    const [oldest] = silent;
    oldest?.destroy();
  });
  server.on('request', ({ socket }: { socket: Socket }) => {
    if (silent.delete(socket)) socket.setTimeout(0);
  });
}
