import type { z } from 'zod';
import { CarrierMisconfigured, CarrierRefused, CarrierUnavailable } from '../../../ports/carrier.ts';
import { AnswerTooLarge, callHttp, jsonIn, NoResponse, type OutsideAnswer } from '../../http-call.ts';
import { Failed, Token } from './fedex-answers.ts';

export type FedexServer = { url: string; clientId: string; clientSecret: string; patience: number; clock: () => Date };

export type FedexCall = { method: 'POST' | 'PUT'; path: `/${string}`; body: object; reference?: string };

export type FedexCalls = {
  json<Shape extends z.ZodType>(asked: FedexCall, shape: Shape): Promise<z.output<Shape>>;
  /** Downloads a file from an address that FedEx returned. */
  bytes(address: string): Promise<Buffer>;
};

/** The outcome is unknown: the answer is lost, or does not come from FedEx. */
export class Unanswered extends CarrierUnavailable {}

/** A label is about ten kilobytes; an answer for thirty numbers with all scans is some hundred. */
const LARGEST_ANSWER = 16 * 1024 * 1024;

/** @NOTE error messages repeat neither the request nor the text of FedEx: both hold names and addresses. */
export function fedexCalls(server: FedexServer): FedexCalls {
  const token = tokenOf(server);

  async function ask(asked: FedexCall, isSecond = false): Promise<OutsideAnswer> {
    const bearer = await token.current();
    const answer = await sendOnce(server, asked.path, {
      method: asked.method,
      headers: {
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/json',
        'x-locale': 'en_US',
        ...(asked.reference && { 'x-customer-transaction-id': asked.reference }),
      },
      body: JSON.stringify(asked.body),
    });
    if (answer.status !== 401 || isSecond) return answer;
    // FedEx may have revoked the token early; one retry with a new token tells whether the token was the cause.
    token.drop(bearer);
    return ask(asked, true);
  }

  return {
    async json(asked, shape) {
      const answer = await ask(asked);
      if (!answer.ok) throw refusal(asked.path, answer);
      const parsed = shape.safeParse(jsonIn(answer.body));
      if (!parsed.success) throw new Unanswered(`FedEx answered ${asked.path} with something unreadable.`);
      return parsed.data;
    },
    async bytes(address) {
      const answer = await sendOnce(server, new URL(address), {});
      if (!answer.ok) throw refusal('a label', answer);
      return answer.body;
    },
  };
}

/** A token is valid for an hour and renewed a minute earlier, by one call that all waiting callers share. */
function tokenOf(server: FedexServer) {
  let known: { text: string; until: number } | null = null;
  let inFlight: Promise<string> | null = null;

  async function renew(): Promise<string> {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: server.clientId,
      client_secret: server.clientSecret,
    });
    const answer = await sendOnce(server, '/oauth/token', { method: 'POST', body: form });
    // The token request comes before the actual call, so nothing can have been done.
    if (!answer.ok) throw answer.status < 500 ? refusal('/oauth/token', answer) : notNow('/oauth/token', answer);
    const parsed = Token.safeParse(jsonIn(answer.body));
    if (!parsed.success) throw new CarrierUnavailable('FedEx answered /oauth/token with something unreadable.');
    const { access_token: text, expires_in } = parsed.data;
    known = { text, until: server.clock().getTime() + (expires_in - SECONDS_EARLY) * 1_000 };
    return text;
  }

  return {
    current(): Promise<string> {
      if (known && server.clock().getTime() < known.until) return Promise.resolve(known.text);
      inFlight ??= renew()
        .catch(unsent)
        .finally(() => {
          inFlight = null;
        });
      return inFlight;
    },
    drop(text: string) {
      if (known?.text === text) known = null;
    },
  };
}

const SECONDS_EARLY = 60;

async function sendOnce(server: FedexServer, path: string | URL, init: RequestInit): Promise<OutsideAnswer> {
  const patience = { ms: server.patience, largest: LARGEST_ANSWER };
  return callHttp(new URL(path, server.url), init, patience).catch(lost);
}

// The keys are wrong, the account lacks the right, or the address is wrong.
const ABOUT_THE_SETTINGS = new Set([401, 403, 404]);
// Nothing was done, and the call can be retried.
const NOT_NOW = new Set([408, 425, 429]);

function refusal(what: string, answer: OutsideAnswer): Error {
  const { status, retryAfter } = answer;
  const told = `FedEx answered ${status} to ${what}`;
  if (ABOUT_THE_SETTINGS.has(status) || status < 400) {
    return new CarrierMisconfigured(
      `${told}: FEDEX_CLIENT_ID, FEDEX_CLIENT_SECRET or FEDEX_URL is not right.`,
      retryAfter,
    );
  }
  if (NOT_NOW.has(status)) return notNow(what, answer);
  const failed = Failed.safeParse(jsonIn(answer.body));
  // An error in the format of FedEx says that nothing was done; any other body leaves the outcome unknown.
  if (status >= 500) return failed.success ? notNow(what, answer) : new Unanswered(`${told}.`, retryAfter);
  const errors = failed.data?.errors ?? [];
  const codes = errors.map(({ code }) => code ?? '').filter((code) => /^[\w.]{1,80}$/.test(code));
  const words = errors.map(({ message }) => message ?? '').filter((message) => message !== '');
  return new CarrierRefused(`${told} (${codes.join(', ')}).`, codes, words.join(' ').slice(0, 500));
}

function notNow(what: string, { status, retryAfter }: OutsideAnswer): CarrierUnavailable {
  return new CarrierUnavailable(`FedEx answered ${status} to ${what}.`, retryAfter);
}

function lost(error: unknown): never {
  if (error instanceof AnswerTooLarge) throw new CarrierRefused('FedEx sent more than an answer can be.');
  if (!(error instanceof NoResponse)) throw error;
  if (error.isLate) throw new Unanswered('FedEx did not answer in time.');
  const told = `FedEx cannot be reached (${error.code}).`;
  // Without a connection nothing can have been done.
  throw error.isUnsent ? new CarrierUnavailable(told) : new Unanswered(told);
}

/** A failed token request cannot have created a label, so its outcome is never unknown. */
function unsent(error: unknown): never {
  throw error instanceof Unanswered ? new CarrierUnavailable(error.message, error.retryAfter) : error;
}
