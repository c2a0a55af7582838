import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';

export type ReceivedWebhook = {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
  readonly path: string;
};

type Answer = (received: ReceivedWebhook, response: ServerResponse) => void;

export const accept: Answer = (_received, response) => {
  response.writeHead(204).end();
};

/** A receiver of webhooks on this machine. Each test decides how it answers. */
export class Receiver {
  readonly received: ReceivedWebhook[] = [];
  answer: Answer = accept;
  /** How many connections were made, also those without a request. */
  connections = 0;
  readonly #server = createServer((request, response) => void this.#receive(request, response));

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.#server.on('connection', () => (receiver.connections += 1));
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The receiver does not listen.');
    return address.port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/events`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(Buffer.from(chunk));
    } catch {
      // A killed sender: nothing has arrived.
      return;
    }
    const header = (name: string) => String(request.headers[name] ?? '');
    const received = {
      id: header('webhook-id'),
      timestamp: header('webhook-timestamp'),
      signature: header('webhook-signature'),
      body: Buffer.concat(chunks).toString(),
      path: request.url ?? '',
    };
    this.received.push(received);
    this.answer(received, response);
  }
}

/** The body, checked by the reference library of Standard Webhooks; throws where the signature does not fit. */
export function verifyReceived(secret: string, { id, timestamp, signature, body }: ReceivedWebhook): unknown {
  return new Webhook(secret).verify(body, {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  });
}
