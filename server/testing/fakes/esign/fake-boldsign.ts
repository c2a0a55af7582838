import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import {
  documentFrom,
  formIn,
  listedBy,
  propertiesOf,
  type StandInDocument,
  type StandInStatus,
} from './fake-boldsign-documents.ts';
import { type StandInMessages, standInMessages } from './fake-boldsign-messages.ts';

/**
 * A fault of one call. `silent`: no answer. `reset`: the connection breaks before the call is carried out. `lost`: it
 * is carried out, and the answer is lost. `cut`: half of the answer, then the connection breaks. `strange`: a foreign
 * web page instead of the answer, after it was carried out. `slow`: the right answer, after this many milliseconds.
 */
export type BoldsignFault =
  | { status: number; headers?: Record<string, string> }
  | { slow: number }
  | 'silent'
  | 'reset'
  | 'lost'
  | 'cut'
  | 'strange';

export type BoldsignStandIn = {
  account: { apiKey: string; url: string; webhookSecrets: readonly string[] };
  documents: Map<string, StandInDocument>;
  /** `METHOD path` of every API call, in order. */
  requests: string[];
  messages: StandInMessages;
  /** Faults for the next calls, one each, in order. */
  befall: (...faults: BoldsignFault[]) => void;
  /** Documents sent from now on have an id and stay in creation until `finishSending`; with `failSending` forever. */
  delaySending(): void;
  finishSending(): void;
  failSending(): void;
  /** The signer signs; returns the address that their frame goes to. */
  signAs: (documentId: string) => string | null;
  end(documentId: string, status: Exclude<StandInStatus, 'InProgress' | 'Completed'>): void;
  close(): Promise<void>;
};

const API_KEY = 'stand-in-key';
const WEBHOOK_SECRET = 'whsec-stand-in';

/** A fake BoldSign on loopback: its API for sent documents, its signing page, and its webhooks. */
export async function fakeBoldsign(clock: () => Date = () => new Date()): Promise<BoldsignStandIn> {
  const documents: BoldsignStandIn['documents'] = new Map();
  const links = new Map<string, string>();
  const requests: string[] = [];
  const faults: BoldsignFault[] = [];
  const messages = standInMessages(WEBHOOK_SECRET, clock);
  let isSendingDelayed = false;
  let origin = '';

  const now = () => Math.floor(clock().getTime() / 1_000);

  function found(documentId: string | null): StandInDocument {
    const document = documents.get(documentId ?? '');
    if (!document) throw new Error('The stand-in has no such document.');
    return document;
  }

  function note(document: StandInDocument, action: string, status = document.status) {
    Object.assign(document, { status, activityDate: now() });
    document.history.push({ action, timestamp: now() });
    messages.tell(action, document);
  }

  function signAs(documentId: string): string | null {
    const document = found(documentId);
    if (document.status !== 'InProgress') throw new Error('The document does not wait for a signature.');
    document.pdf = Buffer.concat([document.pdf, Buffer.from('\n% signed\n')]);
    note(document, 'Signed');
    note(document, 'Completed', 'Completed');
    return document.redirectUrl;
  }

  function send(request: IncomingMessage, body: Buffer): Reply {
    const form = formIn(body, request.headers['content-type'] ?? '');
    const document = documentFrom(form, !isSendingDelayed, now());
    if (!document) return [400, { error: 'The input was not valid.' }];
    documents.set(document.documentId, document);
    if (document.isThere) note(document, 'Sent');
    return [201, { documentId: document.documentId }];
  }

  function link(document: StandInDocument, query: URLSearchParams): Reply {
    if (query.get('signerEmail') !== document.signer.emailAddress) return [403, { error: 'Invalid signer email' }];
    document.redirectUrl = query.get('redirectUrl');
    const longer = `${document.documentId};${randomUUID()}`;
    links.set(longer, document.documentId);
    return [200, { signLink: `${origin}/document/sign/?documentId=${longer}` }];
  }

  function reply(request: IncomingMessage, address: URL, body: Buffer): Reply {
    if (request.headers['x-api-key'] !== API_KEY) return [401, { error: 'Unauthorized' }];
    const query = address.searchParams;
    const asked = `${request.method} ${address.pathname}`;
    if (asked === 'POST /v1/document/send') return send(request, body);
    if (asked === 'GET /v1/document/list') {
      const listed = listedBy(documents.values(), query);
      return listed ? [200, listed] : [400, { error: 'The input was not valid.' }];
    }
    const document = documents.get(query.get('documentId') ?? '');
    if (!document?.isThere) return [404, { error: 'Document not found' }];
    if (asked === 'GET /v1/document/properties') return [200, propertiesOf(document)];
    if (asked === 'GET /v1/document/getEmbeddedSignLink') return link(document, query);
    if (asked === 'GET /v1/document/download') return [200, document.pdf];
    return [404, { error: 'Not found' }];
  }

  function signPage(request: IncomingMessage, response: ServerResponse, address: URL) {
    const documentId = links.get(address.searchParams.get('documentId') ?? '');
    if (documentId === undefined) return void response.writeHead(404).end();
    if (request.method === 'POST') return void response.writeHead(302, { Location: signAs(documentId) ?? '/' }).end();
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end('<!doctype html><title>Sign</title><form method="post"><button>Sign</button></form>');
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const address = new URL(request.url ?? '', 'http://boldsign');
    if (address.pathname === '/document/sign/') return signPage(request, response, address);
    requests.push(`${request.method} ${address.pathname.replace('/v1/', '')}`);
    const fault = faults.shift();
    if (fault === 'silent') return;
    if (fault === 'reset') return request.socket.resetAndDestroy();
    const body = await buffer(request);
    if (typeof fault === 'object' && 'status' in fault) {
      return write(response, [fault.status, { error: 'ana@clinic.test may not' }], fault.headers);
    }
    const answer = reply(request, address, body);
    if (fault === 'lost') return request.socket.resetAndDestroy();
    if (fault === 'strange') return void response.writeHead(200).end('<html>Please log in to the network</html>');
    if (fault === 'cut') return cut(response, answer);
    if (fault !== undefined) await new Promise((resolve) => setTimeout(resolve, fault.slow));
    write(response, answer);
  }

  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('The stand-in has no port.');
  origin = `http://127.0.0.1:${listening.port}`;

  return {
    account: { apiKey: API_KEY, url: origin, webhookSecrets: [WEBHOOK_SECRET] },
    documents,
    requests,
    messages,
    befall: (...more) => void faults.push(...more),
    delaySending: () => {
      isSendingDelayed = true;
    },
    finishSending() {
      isSendingDelayed = false;
      for (const document of documents.values()) {
        if (document.isThere) continue;
        document.isThere = true;
        note(document, 'Sent');
      }
    },
    failSending() {
      isSendingDelayed = false;
      for (const document of documents.values()) {
        if (document.isThere) continue;
        documents.delete(document.documentId);
        messages.tell('SendFailed', document);
      }
    },
    signAs,
    end: (documentId, status) => note(found(documentId), status, status),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Reply = [status: number, body: Buffer | object];

function bytesOf([, body]: Reply): [mediaType: string, bytes: Buffer] {
  return Buffer.isBuffer(body) ? ['application/pdf', body] : ['application/json', Buffer.from(JSON.stringify(body))];
}

function write(response: ServerResponse, answer: Reply, headers: Record<string, string> = {}) {
  const [mediaType, bytes] = bytesOf(answer);
  const limits = { 'X-RateLimit-Limit': '2000', 'X-RateLimit-Remaining': '1999', 'X-RateLimit-Reset': '3600' };
  response.writeHead(answer[0], { 'Content-Type': mediaType, 'Content-Length': bytes.length, ...limits, ...headers });
  response.end(bytes);
}

function cut(response: ServerResponse, answer: Reply) {
  const [mediaType, bytes] = bytesOf(answer);
  response.writeHead(answer[0], { 'Content-Type': mediaType, 'Content-Length': bytes.length });
  response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.destroy());
}
