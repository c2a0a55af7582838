import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * A fault of one call. `silent`: no answer. `reset`: the connection breaks before the call is carried out. `lost`: it
 * is carried out, and the answer is lost. `pass`: no fault. `cut`: half of the answer. `strange`: a foreign web page
 * with 502.
 */
export type FedexFault =
  | { status: number; headers?: Record<string, string>; errors?: readonly { code: string; message: string }[] }
  | { pass: true }
  | 'silent'
  | 'reset'
  | 'lost'
  | 'cut'
  | 'strange';

export type StandInShipment = { trackingNumber: string; asked: unknown; isCancelled: boolean };

export type FedexStandIn = {
  account: { clientId: string; clientSecret: string; account: string; url: string; service: string };
  shipments: StandInShipment[];
  /** Every call, including those for a token. */
  requests: { line: string; headers: IncomingMessage['headers']; body: unknown }[];
  /** Faults for the next calls, one each: the first method for calls with a token, the second for token requests. */
  befall(...faults: FedexFault[]): void;
  befallToken(...faults: FedexFault[]): void;
  /** Revokes all tokens issued so far. */
  forgetTokens(): void;
  /**
   * How a label is returned: inside the answer, as an address here or elsewhere, as something that is no PDF, or not at
   * all.
   */
  labelAs: 'base64' | 'url' | 'foreign url' | 'html' | 'nothing';
  alerts: { code: string; alertType: string; message: string }[];
  /** The number of polls until a shipment is created; 0 creates it at once. */
  looksUntilMade: number;
  /** The tracking status of a number. */
  states: Map<string, object>;
  close(): Promise<void>;
};

export const LABEL = Buffer.from('%PDF-1.4\n% a label\n%%EOF\n');

const CLIENT = { clientId: 'stand-in-id', clientSecret: 'stand-in-secret' };
const ACCOUNT = '740561073';

/**
 * A fake FedEx on loopback: tokens, shipments, asynchronous results, cancellation and tracking, in the shapes of its
 * API.
 */
export async function fakeFedex(): Promise<FedexStandIn> {
  const faults: FedexFault[] = [];
  const tokenFaults: FedexFault[] = [];
  const tokens = new Set<string>();
  let issued = 0;
  let looks = 0;

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;

  const standIn: FedexStandIn = {
    account: { ...CLIENT, account: ACCOUNT, url: origin, service: 'PRIORITY_OVERNIGHT' },
    shipments: [],
    requests: [],
    befall: (...more) => void faults.push(...more),
    befallToken: (...more) => void tokenFaults.push(...more),
    forgetTokens: () => tokens.clear(),
    labelAs: 'base64',
    alerts: [],
    looksUntilMade: 0,
    states: new Map(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  function token(form: URLSearchParams): Reply {
    const isOurs = form.get('client_id') === CLIENT.clientId && form.get('client_secret') === CLIENT.clientSecret;
    if (!isOurs || form.get('grant_type') !== 'client_credentials') {
      return failed(401, 'NOT.AUTHORIZED.ERROR', 'The given client credentials were not valid.');
    }
    issued += 1;
    tokens.add(`token-${issued}`);
    return [200, { access_token: `token-${issued}`, token_type: 'bearer', expires_in: 3_599, scope: 'CXS' }];
  }

  function documents(): object[] {
    const label = { contentType: 'LABEL', docType: 'PDF', copiesToPrint: 1 };
    switch (standIn.labelAs) {
      case 'base64':
        return [{ ...label, encodedLabel: LABEL.toString('base64') }];
      case 'url':
        return [{ ...label, url: `${origin}/document/label.pdf` }];
      case 'foreign url':
        return [{ ...label, url: 'https://fedex.com.elsewhere.test/label.pdf' }];
      case 'html':
        return [{ ...label, encodedLabel: Buffer.from('<html>').toString('base64') }];
      case 'nothing':
        return [];
    }
  }

  function shipped(shipment: StandInShipment): Reply {
    const { trackingNumber } = shipment;
    const piece = { trackingNumber, masterTrackingNumber: trackingNumber, packageDocuments: documents() };
    const made = { masterTrackingNumber: trackingNumber, pieceResponses: [piece], alerts: standIn.alerts };
    return [200, { transactionId: 'tx', output: { transactionShipments: [made], alerts: [] } }];
  }

  function ship(asked: unknown): Reply {
    const shipment = {
      trackingNumber: `7946${String(10_000_000 + standIn.shipments.length)}`,
      asked,
      isCancelled: false,
    };
    standIn.shipments.push(shipment);
    looks = 0;
    return standIn.looksUntilMade > 0 ? [200, { transactionId: 'tx', output: { jobId: 'job-1' } }] : shipped(shipment);
  }

  function results(): Reply {
    looks += 1;
    const shipment = standIn.shipments.at(-1);
    if (!shipment || looks < standIn.looksUntilMade) return [200, { output: { jobId: 'job-1' } }];
    return shipped(shipment);
  }

  function cancel(body: unknown): Reply {
    const number = new Map(Object.entries(body ?? {})).get('trackingNumber');
    const shipment = standIn.shipments.find(({ trackingNumber }) => trackingNumber === number);
    if (!shipment) return failed(400, 'SHIPMENT.TRACKINGNUMBER.INVALID', 'Invalid tracking number.');
    shipment.isCancelled = true;
    return [200, { output: { cancelledShipment: true, cancelledHistory: true } }];
  }

  function track(body: unknown): Reply {
    const numbers = [...JSON.stringify(body).matchAll(/"trackingNumber":"(\w+)"/g)].map(([, number]) => number ?? '');
    if (numbers.length > 30) return failed(400, 'TRACKING.TRACKINGNUMBERS.EXCEEDED', 'Up to 30 numbers.');
    const nothing = {
      error: { code: 'TRACKING.TRACKINGNUMBER.NOTFOUND', message: 'Tracking number cannot be found.' },
    };
    const completeTrackResults = numbers.map((trackingNumber) => ({
      trackingNumber,
      trackResults: [standIn.states.get(trackingNumber) ?? nothing],
    }));
    return [200, { transactionId: 'tx', output: { completeTrackResults: completeTrackResults.toReversed() } }];
  }

  function reply(request: IncomingMessage, line: string, body: unknown): Reply {
    if (!tokens.has(request.headers.authorization?.replace('Bearer ', '') ?? '')) {
      return failed(401, 'NOT.AUTHORIZED.ERROR', 'Access token expired. Please modify your request and try again.');
    }
    if (line === 'POST /ship/v1/shipments') return ship(body);
    if (line === 'POST /ship/v1/shipments/results') return results();
    if (line === 'PUT /ship/v1/shipments/cancel') return cancel(body);
    if (line === 'POST /track/v1/trackingnumbers') return track(body);
    return failed(404, 'NOT.FOUND.ERROR', 'The resource you requested is no longer available.');
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const line = `${request.method} ${request.url}`;
    const sent = await text(request);
    const isToken = line === 'POST /oauth/token';
    const body: unknown = isToken || sent === '' ? sent : JSON.parse(sent);
    standIn.requests.push({ line, headers: request.headers, body });
    if (line === 'GET /document/label.pdf') return void response.end(LABEL);
    const fault = (isToken ? tokenFaults : faults).shift();
    if (fault === 'silent') return;
    if (fault === 'reset') return void request.socket.resetAndDestroy();
    if (fault === 'strange') return void response.writeHead(502).end('<html>Bad gateway</html>');
    if (typeof fault === 'object' && 'status' in fault)
      return write(response, [fault.status, { errors: fault.errors ?? [] }], fault.headers);
    const answer = isToken ? token(new URLSearchParams(sent)) : reply(request, line, body);
    if (fault === 'lost') return void request.socket.resetAndDestroy();
    write(response, answer, {}, fault === 'cut');
  }

  return standIn;
}

type Reply = [status: number, body: object];

function failed(status: number, code: string, message: string): Reply {
  return [status, { transactionId: 'tx', errors: [{ code, message, parameterList: [] }] }];
}

function write(response: ServerResponse, [status, body]: Reply, headers: Record<string, string> = {}, isCut = false) {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': bytes.length, ...headers });
  if (isCut) response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.destroy());
  else response.end(bytes);
}
