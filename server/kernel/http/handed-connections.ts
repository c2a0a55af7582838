import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Most clients that are in use send a request within this time, and then learn that they must connect anew. */
const RETIREMENT_MS = 10_000;
/** Longer than the server waits for a request; a reader that takes nothing is cut off then. */
const LONGEST_REQUEST_MS = 130_000;
const CHECKED_EVERY_MS = 20;

export type HandedConnections = {
  take(socket: Socket): void;
  /**
   * Lets the connections go while other processes serve: each is closed with an answer instead of between two requests,
   * where the next request would be lost.
   */
  retire(): Promise<void>;
  /** Closes idle connections and waits for the requests in progress. */
  close(): Promise<void>;
};

/** Serves connections that another process has accepted. */
export async function serveHandedConnections(app: FastifyInstance): Promise<HandedConnections> {
  const open = new Set<Socket>();
  let isLeaving = false;
  app.addHook('onRequest', (_request, reply, done) => {
    if (isLeaving) reply.header('connection', 'close');
    done();
  });
  await app.ready();
  // With this event an HTTP server begins to enforce its timeouts of slow requests.
  app.server.emit('listening');

  const waitUntilClosed = async (longestMs: number, meanwhile = () => {}) => {
    const deadline = performance.now() + longestMs;
    while (open.size > 0 && performance.now() < deadline) {
      meanwhile();
      await sleep(CHECKED_EVERY_MS);
    }
  };
  return {
    take(socket) {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      socket.allowHalfOpen = true;
      app.server.emit('connection', socket);
      socket.resume();
    },
    retire() {
      isLeaving = true;
      return waitUntilClosed(RETIREMENT_MS);
    },
    async close() {
      isLeaving = true;
      await waitUntilClosed(LONGEST_REQUEST_MS, () => app.server.closeIdleConnections());
      app.server.closeAllConnections();
    },
  };
}
