import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

/** A proxy to the database whose connections can be cut and restored, like a network. */
export async function interruptibleDatabase(): Promise<{
  through(url: string): string;
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}> {
  let target = '';
  let server: Server | null = null;
  let port = 0;
  const open = new Set<Socket>();

  const listen = async () => {
    server = createServer((near) => {
      const far = connect(target);
      for (const socket of [near, far]) {
        open.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => {
          open.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far).pipe(near);
    });
    await new Promise<void>((done) => server?.listen(port, '127.0.0.1', done));
    const address = server.address();
    port = typeof address === 'object' && address ? address.port : port;
  };
  const cut = async () => {
    const closing = server;
    server = null;
    for (const socket of open) socket.destroy();
    if (closing) await new Promise<void>((done) => closing.close(() => done()));
  };

  await listen();
  return {
    through(url) {
      const changed = new URL(url);
      target = join(changed.searchParams.get('host') ?? '', `.s.PGSQL.${changed.port || '5432'}`);
      changed.searchParams.delete('host');
      changed.hostname = '127.0.0.1';
      changed.port = String(port);
      return changed.href;
    },
    cut,
    mend: listen,
    close: cut,
  };
}
