import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { sha256, verifySignature } from '../../../integrations/files/signature-v4.ts';

/**
 * A fault of one request. `silent`: no answer. `reset`: the connection breaks in the middle of the body, in either
 * direction. `stalled` and `short`: half of a download, then silence or an end.
 */
export type Fault =
  | { status: number; code: string; headers?: Record<string, string> }
  | 'silent'
  | 'reset'
  | 'stalled'
  | 'short';

export type S3StandIn = {
  /** The matching FILES_URL, with another secret if one is given. */
  url(secret?: string): string;
  objects: Map<string, { bytes: Buffer; mediaType: string }>;
  requests: string[];
  /** Faults for the next requests, one each, in order. */
  befall(...faults: Fault[]): void;
  connections(): Promise<number>;
  close(): Promise<void>;
};

const KEYS = { accessKeyId: 'AKIASTANDIN', secretAccessKey: 'a/secret+of=the stand-in', region: 'eu-test-1' };
const BUCKET = 'vialkeep-files';

/**
 * A fake S3 store on loopback: path-style, one bucket, with every signature and payload hash checked. With the objects
 * of a closed one it is the same store started again.
 */
export async function fakeS3(objects: S3StandIn['objects'] = new Map()): Promise<S3StandIn> {
  const requests: string[] = [];
  const faults: Fault[] = [];

  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const fault = faults.shift();
    if (fault === 'silent') return;
    if (fault === 'reset' && request.method === 'PUT')
      return void request.once('data', () => request.socket.resetAndDestroy());
    bodyOf(request).then(
      (body) => answer(request, response, body, fault),
      () => {},
    );
  });

  function answer(request: IncomingMessage, response: ServerResponse, body: Buffer, fault: Fault | undefined) {
    if (typeof fault === 'object') return refuse(response, fault.status, fault.code, fault.headers);
    const refusal = objection(request, body);
    if (refusal) return refuse(response, ...refusal);

    const name = new URL(request.url ?? '', 'http://store').pathname.slice(`/${BUCKET}/`.length);
    if (request.method === 'PUT') {
      objects.set(name, { bytes: body, mediaType: request.headers['content-type'] ?? '' });
      return void response.writeHead(200).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(name);
      return void response.writeHead(204).end();
    }
    const object = objects.get(name);
    if (!object) return refuse(response, 404, 'NoSuchKey');
    response.writeHead(200, { 'Content-Length': object.bytes.length, 'Content-Type': object.mediaType });
    if (fault === undefined) return void response.end(object.bytes);
    response.write(object.bytes.subarray(0, object.bytes.length / 2), () => {
      if (fault === 'reset') request.socket.resetAndDestroy();
      if (fault === 'short') request.socket.end();
    });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The stand-in has no port.');

  return {
    url: (secret = KEYS.secretAccessKey) =>
      `s3://${KEYS.accessKeyId}:${encodeURIComponent(secret)}@127.0.0.1:${address.port}/${BUCKET}?region=${KEYS.region}&tls=off`,
    objects,
    requests,
    befall: (...more) => void faults.push(...more),
    connections: () => new Promise((resolve) => server.getConnections((_, count) => resolve(count))),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function objection(request: IncomingMessage, body: Buffer): [status: number, code: string] | null {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://store');
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const verdict = verifySignature(
    { method: request.method ?? '', path: pathname, query: searchParams, headers },
    KEYS,
    // Not Date, which a test of the other side's clock replaces in this process.
    performance.timeOrigin + performance.now(),
  );
  if (verdict !== 'ok') return [403, verdict];
  if (!pathname.startsWith(`/${BUCKET}/`)) return [404, 'NoSuchBucket'];
  if (request.method !== 'PUT') return null;
  if (headers['content-length'] === undefined) return [411, 'MissingContentLength'];
  return headers['x-amz-content-sha256'] === sha256(body) ? null : [400, 'XAmzContentSHA256Mismatch'];
}

function refuse(response: ServerResponse, status: number, code: string, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'Content-Type': 'application/xml', ...headers });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`);
}

async function bodyOf(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
