import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { outOfOrder } from '../../../integrations/payments/authorizenet/authorizenet-schema-order.ts';
import { fakeLedger, type StandInBooks } from './fake-authorizenet-ledger.ts';
import { fakeNonces } from './fake-authorizenet-nonces.ts';
import { losesRefund } from './fake-refunds.ts';

/**
 * A fault of one call. `silent`: not carried out, and no answer. `reset`: the connection breaks before it is carried
 * out. `lost`: it is carried out, and the answer is lost. `cut`: half of the answer. `garbage`: a foreign web page
 * instead of the answer, after it was carried out. `slow`: carried out, and answered after this many milliseconds.
 * `answer`: this answer instead.
 */
export type StandInFault = 'silent' | 'reset' | 'lost' | 'cut' | 'garbage' | { slow: number } | { answer: object };

export type AuthorizenetStandIn = {
  readonly account: { login: string; key: string; url: string; clientKey: string; browserUrl: string };
  readonly books: StandInBooks;
  /** The name of every call, in order. */
  readonly calls: string[];
  /** The bodies of the calls that browsers made. */
  readonly fromBrowsers: string[];
  /** Faults for the next calls, one each, in order; `null` is none. */
  befall(...faults: (StandInFault | null)[]): void;
  close(): Promise<void>;
};

const LOGIN = 'stand-in-login';
const KEY = 'stand-in-key';
const CLIENT_KEY = 'stand-in-client-key';
const FROM_BROWSERS = 'securePaymentContainerRequest';
const BYTE_ORDER_MARK = '\ufeff';

const Login = z.object({ name: z.literal(LOGIN), transactionKey: z.literal(KEY) });
const BrowserLogin = z.object({ name: z.literal(LOGIN), clientKey: z.literal(CLIENT_KEY) });
const Refund = z.object({ transactionType: z.literal('refundTransaction'), refTransId: z.string() });
const Request = z.record(z.string(), z.record(z.string(), z.unknown()));

/**
 * A fake Authorize.Net on loopback: its shapes, its order of elements, its byte-order mark, its duplicates and its
 * failures.
 */
export async function fakeAuthorizenet(
  clock: () => Date = () => new Date(),
  tls?: { readonly key: string; readonly cert: string },
): Promise<AuthorizenetStandIn> {
  const books = fakeLedger(clock);
  const nonces = fakeNonces(clock);
  const calls: string[] = [];
  const fromBrowsers: string[] = [];
  const faults: (StandInFault | null)[] = [];

  function answerTo(name: string, body: Record<string, unknown>): object {
    const wrong = outOfOrder(body, name);
    if (wrong) return failure('E00003', `The element '${wrong}' has invalid child element.`);
    const Known = name === FROM_BROWSERS ? BrowserLogin : Login;
    if (!Known.safeParse(body.merchantAuthentication).success) {
      return failure('E00007', 'User authentication failed due to invalid authentication values.');
    }
    if (name === FROM_BROWSERS) return { ...nonces.make(body), ...OK };
    const exchanged = nonces.exchange(body);
    if (isRefusal(exchanged)) return failure(exchanged.code, exchanged.text);
    return books.answer(name, exchanged) ?? failure('E00003', `The element '${name}' is not known.`);
  }

  function losesAnswer({ transactionRequest }: Record<string, unknown>): boolean {
    const { success, data } = Refund.safeParse(transactionRequest);
    return success && losesRefund(books.transactions, data.refTransId);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'OPTIONS') return void response.writeHead(204, ANY_ORIGIN).end();
    const sent = await text(request);
    const [entry] = Object.entries(Request.parse(JSON.parse(sent)));
    const [name, body] = entry ?? ['', {}];
    calls.push(name);
    if (name === FROM_BROWSERS) fromBrowsers.push(sent);
    const fault = faults.shift() ?? null;
    if (fault === 'silent') return;
    if (fault === 'reset') return void request.socket.destroy();
    const answer = typeof fault === 'object' && fault && 'answer' in fault ? fault.answer : answerTo(name, body);
    const page = fault === 'garbage' ? '<html>504 Gateway Time-out</html>' : JSON.stringify(answer);
    if (fault === 'lost' || losesAnswer(body)) return void request.socket.destroy();
    if (typeof fault === 'object' && fault && 'slow' in fault) await new Promise((r) => setTimeout(r, fault.slow));
    response.writeHead(200, { ...ANY_ORIGIN, 'content-type': 'application/json; charset=utf-8' });
    if (fault !== 'cut') return void response.end(`${BYTE_ORDER_MARK}${page}`);
    response.write(`${BYTE_ORDER_MARK}${page.slice(0, page.length / 2)}`, () => request.socket.destroy());
  }

  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void serve(request, response).catch(() => response.destroy());
  const server = tls ? createSecureServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  // A certificate is for a name.
  const url = `${tls ? 'https://localhost' : 'http://127.0.0.1'}:${port}/xml/v1/request.api`;

  return {
    account: { login: LOGIN, key: KEY, url, clientKey: CLIENT_KEY, browserUrl: url },
    books,
    calls,
    fromBrowsers,
    befall: (...more) => void faults.push(...more),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Pages of every site make tokens. */
const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type',
};

const OK = { messages: { resultCode: 'Ok', message: [{ code: 'I_WC_01', text: 'Successful.' }] } };

function isRefusal(exchanged: object): exchanged is { code: string; text: string } {
  return 'code' in exchanged;
}

function failure(code: string, text: string): object {
  return { messages: { resultCode: 'Error', message: [{ code, text }] } };
}
