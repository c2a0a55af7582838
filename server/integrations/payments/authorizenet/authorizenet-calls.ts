import type { z } from 'zod';
import { CardTokenExpired } from '../../../ports/card-token.ts';
import { PaymentMisconfigured, PaymentUnavailable, PaymentUnknown } from '../../../ports/payments.ts';
import { AnswerTooLarge, callHttp, jsonIn, NoResponse } from '../../http-call.ts';
import { type Answer, BareAnswer } from './authorizenet-answers.ts';
import type { ApiRequest } from './authorizenet-requests.ts';

export type AuthorizenetCalls = {
  /** Parses the answer with this schema, be it a success or a refusal. */
  ask<Shape extends z.ZodType<Answer>>(request: ApiRequest, shape: Shape): Promise<z.output<Shape>>;
};

/** A page of a thousand transactions is far smaller. */
const LARGEST_ANSWER = 16 * 1024 * 1024;

/**
 * Every call is one POST.
 * @NOTE the body and not the status tells whether it succeeded, and errors repeat neither the body nor the request:
 * both hold cards, names and addresses, and errors are logged.
 */
export function authorizenetCalls(server: { url: string; patienceMs: number }): AuthorizenetCalls {
  return {
    async ask(request, shape) {
      const [name = ''] = Object.keys(request);
      const body = jsonIn(await postToGateway(server, name, JSON.stringify(request)));
      const bare = BareAnswer.safeParse(body);
      if (!bare.success) throw new PaymentUnknown(`Authorize.Net answered ${name} with something unreadable.`);
      requireDone(name, bare.data);
      const answer = shape.safeParse(body);
      if (!answer.success) throw new PaymentUnknown(`Authorize.Net answered ${name} in an unknown shape.`);
      return answer.data;
    },
  };
}

// The login is wrong, belongs to another environment, or lacks the right.
const ABOUT_THE_SETTINGS = new Set(['E00005', 'E00006', 'E00007', 'E00008', 'E00009', 'E00010', 'E00011', 'E00044']);
// The request is malformed, or the gateway is too busy.
const NOT_DONE = new Set(['E00002', 'E00003', 'E00004', 'E00053', 'E00104']);
// The token is invalid or used, too old, or of another account.
const ABOUT_THE_TOKEN = new Set(['E00114', 'E00115', 'E00116']);

/** Throws on codes that mean for every call that nothing was done. */
function requireDone(name: string, { messages }: Answer): void {
  if (messages.resultCode === 'Ok') return;
  const code = messages.message[0]?.code ?? '';
  const told = `Authorize.Net answered ${code} to ${name}`;
  if (ABOUT_THE_SETTINGS.has(code)) {
    throw new PaymentMisconfigured(`${told}: AUTHORIZENET_LOGIN, AUTHORIZENET_KEY or the account is not right.`);
  }
  if (ABOUT_THE_TOKEN.has(code)) throw new CardTokenExpired();
  if (NOT_DONE.has(code)) throw new PaymentUnavailable(`${told}.`);
  // A failure inside the gateway: the outcome is unknown.
  if (code === 'E00001') throw new PaymentUnknown(`${told}.`);
}

async function postToGateway(server: { url: string; patienceMs: number }, name: string, body: string): Promise<Buffer> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json', Accept: 'application/json' }, body };
  const patience = { ms: server.patienceMs, largest: LARGEST_ANSWER };
  return (await callHttp(server.url, init, patience).catch(createFailureThrower(name))).body;
}

function createFailureThrower(name: string) {
  return (error: unknown): never => {
    if (error instanceof AnswerTooLarge) throw new PaymentUnknown('Authorize.Net sent more than an answer can be.');
    if (!(error instanceof NoResponse)) throw error;
    if (error.isLate) throw new PaymentUnknown(`Authorize.Net did not answer ${name} in time.`);
    const told = `Authorize.Net cannot be reached for ${name} (${error.code}).`;
    throw error.isUnsent ? new PaymentUnavailable(told) : new PaymentUnknown(told);
  };
}
