import type { z } from 'zod';
import { EsignMisconfigured, EsignRefused, EsignUnavailable } from '../../../ports/esign.ts';
import { AnswerTooLarge, callHttp, jsonIn, NoResponse, type OutsideAnswer } from '../../http-call.ts';

export type BoldsignCall = {
  method: 'GET' | 'POST';
  /** Relative to `/v1/`. */
  path: string;
  query?: Readonly<Record<string, string | readonly string[]>>;
  form?: FormData;
};

export type BoldsignCalls = {
  /** Null when there is no such document. */
  json<Shape extends z.ZodType>(asked: BoldsignCall, shape: Shape): Promise<z.output<Shape> | null>;
  bytes(asked: BoldsignCall): Promise<Buffer | null>;
};

/** The outcome is unknown: the answer is lost or unreadable. */
export class Unanswered extends EsignUnavailable {}

/** A page of a hundred documents and every PDF that the product sends are far smaller. */
const LARGEST_ANSWER = 64 * 1024 * 1024;

/**
 * @NOTE errors repeat neither the provider's texts nor the request: both hold names and addresses, and errors are
 * logged.
 */
export function boldsignCalls(server: Server): BoldsignCalls {
  async function bytes(asked: BoldsignCall) {
    const response = await sendOnce(server, asked);
    if (response.status === 404) return null;
    if (!response.ok) throw refusal(asked, response);
    return response.body;
  }

  return {
    bytes,
    async json(asked, shape) {
      const body = await bytes(asked);
      if (body === null) return null;
      const answer = shape.safeParse(jsonIn(body));
      if (!answer.success) throw new Unanswered(`BoldSign answered ${asked.path} with something unreadable.`);
      return answer.data;
    },
  };
}

type Server = { url: string; apiKey: string; patience: number };

async function sendOnce(server: Server, asked: BoldsignCall): Promise<OutsideAnswer> {
  const address = new URL(`${server.url}/v1/${asked.path}`);
  for (const [name, value] of Object.entries(asked.query ?? {})) {
    for (const each of [value].flat()) address.searchParams.append(name, each);
  }
  const init = {
    method: asked.method,
    headers: { 'X-API-KEY': server.apiKey, Accept: 'application/json, application/pdf' },
    ...(asked.form && { body: asked.form }),
  };
  return callHttp(address, init, { ms: server.patience, largest: LARGEST_ANSWER }).catch(throwBoldsignFailure);
}

// The key is wrong or of another region, the plan is used up, the key lacks the right, or the address is wrong.
const ABOUT_THE_SETTINGS = new Set([401, 402, 403]);
// Nothing was done, and the call can be retried.
const NOT_NOW = new Set([408, 425, 429]);

function refusal(asked: BoldsignCall, { status, retryAfter }: OutsideAnswer): Error {
  const told = `BoldSign answered ${status} to ${asked.path}`;
  if (ABOUT_THE_SETTINGS.has(status) || status < 400) {
    return new EsignMisconfigured(
      `${told}: BOLDSIGN_API_KEY, BOLDSIGN_URL or the account's plan is not right.`,
      retryAfter,
    );
  }
  if (NOT_NOW.has(status)) return new EsignUnavailable(`${told}.`, retryAfter);
  return status >= 500 ? new Unanswered(`${told}.`, retryAfter) : new EsignRefused(`${told}.`);
}

function throwBoldsignFailure(error: unknown): never {
  if (error instanceof AnswerTooLarge) throw new EsignRefused('BoldSign sent more than a document can be.');
  if (!(error instanceof NoResponse)) throw error;
  throw new Unanswered(
    error.isLate ? 'BoldSign did not answer in time.' : `BoldSign cannot be reached (${error.code}).`,
  );
}
