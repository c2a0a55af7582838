import { createServer, type Server, type Socket } from 'node:net';

/** A process that takes connections. */
export type Taker = { readonly send: (id: number, socket: Socket) => void };

export type Connections = {
  /** The worker takes its share of the connections from now on. */
  add(taker: Taker): void;
  /** The worker, which is still alive, gets no more; it keeps what was sent to it. */
  retire(taker: Taker): void;
  /** The worker is dead; what it has not confirmed goes to the others. */
  remove(taker: Taker): void;
  /** The worker has taken over the connection. */
  confirm(taker: Taker, id: number): void;
  readonly listen: (options: { host: string; port: number; backlog: number }) => Promise<void>;
  close(): Promise<void>;
};

/**
 * Accepts the connections of the server and hands them to the workers in turn. A connection stays open here until its
 * worker confirms it: one that was on its way to a worker that died goes to another.
 */
export function openConnections(): Connections {
  const takers: Taker[] = [];
  const sent = new Map<Taker, Map<number, Socket>>();
  /** Accepted while there was no worker. */
  const waiting: Socket[] = [];
  let ids = 0;

  function hand(socket: Socket): void {
    const taker = takers.shift();
    if (!taker) {
      waiting.push(socket);
      return;
    }
    takers.push(taker);
    ids += 1;
    sent.get(taker)?.set(ids, socket);
    taker.send(ids, socket);
  }

  function leaveOut(taker: Taker): void {
    const at = takers.indexOf(taker);
    if (at >= 0) takers.splice(at, 1);
  }

  // The worker reads; a sender may close its side after the request, as with every HTTP server of Node.
  const server: Server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, hand);

  return {
    add(taker) {
      sent.set(taker, new Map());
      takers.push(taker);
      for (const socket of waiting.splice(0)) hand(socket);
    },
    retire: leaveOut,
    remove(taker) {
      leaveOut(taker);
      const unconfirmed = sent.get(taker) ?? new Map<number, Socket>();
      sent.delete(taker);
      for (const socket of unconfirmed.values()) hand(socket);
    },
    confirm(taker, id) {
      sent.get(taker)?.get(id)?.destroy();
      sent.get(taker)?.delete(id);
    },
    listen: (options) =>
      new Promise((resolve, reject) => {
        // After it listens, an error is a connection that could not be accepted, and the next one may be.
        server.on('error', reject);
        server.listen(options, resolve);
      }),
    close: () =>
      new Promise((resolve) => {
        for (const socket of waiting.splice(0)) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
