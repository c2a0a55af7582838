import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const BOUNDARY = 'vialkeep-unfinished';

type Uploads = {
  /** The number of uploads that the product has neither answered nor refused. */
  held(): number;
  close(): void;
};

/** Starts this many uploads to /verify from one network and never finishes them. */
export async function unfinishedUploads(port: number, network: string, count: number): Promise<Uploads> {
  const sockets: Socket[] = [];
  let answered = 0;
  const countAnswer = () => {
    answered += 1;
  };
  for (let n = 0; n < count; n += 1) {
    const socket = connect(port, '127.0.0.1');
    // The product may refuse an upload and close its connection.
    socket.on('error', () => undefined);
    socket.once('data', countAnswer);
    await once(socket, 'connect');
    socket.write(beginning(network));
    sockets.push(socket);
  }
  return {
    held: () => count - answered,
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The request head and the first bytes of a form that announces more. */
function beginning(network: string): string {
  const part = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="paper.pdf"\r\n\r\n%PDF-1.7\n`;
  return [
    'POST /api/v1/documents/verify/ HTTP/1.1',
    'Host: localhost',
    `X-Forwarded-For: ${network}`,
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
    'Content-Length: 1000000',
    '',
    part,
  ].join('\r\n');
}
