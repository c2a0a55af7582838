import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * A fault on the way to a server, after this many bytes of requests (`up`) or of answers (`down`). `cut` resets the
 * connection, `silence` leaves it open without another byte, and a task runs while it is silent, before it is cut.
 */
export type LinkFault = {
  readonly direction: 'up' | 'down';
  readonly after: number;
  readonly effect: 'cut' | 'silence' | (() => Promise<void>);
};

export type FaultyLink = {
  readonly port: number;
  /** Faults for the next connections, one after the other. */
  readonly befall: (...faults: LinkFault[]) => void;
  /** How many connections there have been, how many are open, and the bytes of all answers. */
  readonly traffic: () => { readonly made: number; readonly open: number; readonly answered: number };
  readonly close: () => Promise<void>;
};

/** Passes connections to the port that the server has at the time. */
export async function openFaultyLink(serverPort: () => number): Promise<FaultyLink> {
  const pending: { fault: LinkFault; left: number }[] = [];
  const sockets = new Set<Socket>();
  let made = 0;
  let answered = 0;

  const link = createServer((near) => {
    made += 1;
    const far = connect(serverPort(), '127.0.0.1');
    let isSilent = false;
    sockets.add(near);
    near.once('close', () => {
      sockets.delete(near);
      far.destroy();
    });
    near.on('error', () => far.destroy());
    far.on('error', () => near.resetAndDestroy());
    far.once('close', () => (isSilent ? undefined : near.end()));

    const trigger = async ({ effect }: LinkFault) => {
      isSilent = true;
      if (effect === 'silence') return;
      if (effect !== 'cut') await effect();
      near.resetAndDestroy();
    };
    const pass = (from: Socket, to: Socket, direction: LinkFault['direction']) => {
      from.on('data', (chunk: Buffer) => {
        if (isSilent) return;
        if (direction === 'down') answered += chunk.length;
        const [next] = pending;
        if (next?.fault.direction === direction) next.left -= chunk.length;
        const isDue = next?.fault.direction === direction && next.left <= 0;
        if (!to.write(isDue ? chunk.subarray(0, Math.max(0, chunk.length + next.left)) : chunk)) {
          from.pause();
          to.once('drain', () => from.resume());
        }
        if (!isDue) return;
        pending.shift();
        void trigger(next.fault);
      });
    };
    pass(near, far, 'up');
    pass(far, near, 'down');
  });

  link.listen(0, '127.0.0.1');
  await once(link, 'listening');
  const address = link.address();
  if (address === null || typeof address === 'string') throw new Error('The link has no port.');
  return {
    port: address.port,
    befall: (...faults) => void pending.push(...faults.map((fault) => ({ fault, left: fault.after }))),
    traffic: () => ({ made, open: sockets.size, answered }),
    async close() {
      link.close();
      for (const socket of sockets) socket.destroy();
      await once(link, 'close');
    },
  };
}
