import type { z } from 'zod';
import { PaymentMisconfigured, PaymentUnavailable, PaymentUnknown } from '../../../ports/payments.ts';
import { AnswerTooLarge, callHttp, jsonIn, NoResponse } from '../../http-call.ts';
import { type Answer, BareAnswer } from './authorizenet-answers.ts';
import type { ApiRequest } from './authorizenet-requests.ts';

export type AuthorizenetCalls = {
  /** The answer in its shape, be it a yes or a no. */
  ask<Shape extends z.ZodType<Answer>>(request: ApiRequest, shape: Shape): Promise<z.output<Shape>>;
};

/** A page of a thousand transactions is far below. */
const LARGEST_ANSWER = 16 * 1024 * 1024;

/**
 * One POST for every call. @NOTE whether it worked is told by the body and not by the status, and neither the body nor
 * what was asked is repeated in what we throw: both hold cards, names and addresses, and what we throw ends in logs.
 */
export function authorizenetCalls(server: { url: string; patienceMs: number }): AuthorizenetCalls {
  return {
    async ask(request, shape) {
      const [name = ''] = Object.keys(request);
      const body = jsonIn(await send(server, name, JSON.stringify(request)));
      const bare = BareAnswer.safeParse(body);
      if (!bare.success) throw new PaymentUnknown(`Authorize.Net answered ${name} with something unreadable.`);
      requireDone(name, bare.data);
      const answer = shape.safeParse(body);
      if (!answer.success) throw new PaymentUnknown(`Authorize.Net answered ${name} in an unknown shape.`);
      return answer.data;
    },
  };
}

// The login is wrong, of another environment, or may not do this.
const ABOUT_THE_SETTINGS = new Set(['E00005', 'E00006', 'E00007', 'E00008', 'E00009', 'E00010', 'E00011', 'E00044']);
// Our request is not as it must be, or the gateway is too busy for it.
const NOT_DONE = new Set(['E00002', 'E00003', 'E00004', 'E00053', 'E00104']);

/** Codes that say about any call that nothing was done. */
function requireDone(name: string, { messages }: Answer): void {
  if (messages.resultCode === 'Ok') return;
  const code = messages.message[0]?.code ?? '';
  const told = `Authorize.Net answered ${code} to ${name}`;
  if (ABOUT_THE_SETTINGS.has(code)) {
    throw new PaymentMisconfigured(`${told}: AUTHORIZENET_LOGIN, AUTHORIZENET_KEY or the account is not right.`);
  }
  if (NOT_DONE.has(code)) throw new PaymentUnavailable(`${told}.`);
  // A failure inside the gateway: how far it had come is not said.
  if (code === 'E00001') throw new PaymentUnknown(`${told}.`);
}

async function send(server: { url: string; patienceMs: number }, name: string, body: string): Promise<Buffer> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json', Accept: 'application/json' }, body };
  const patience = { ms: server.patienceMs, largest: LARGEST_ANSWER };
  return (await callHttp(server.url, init, patience).catch(unanswered(name))).body;
}

function unanswered(name: string) {
  return (error: unknown): never => {
    if (error instanceof AnswerTooLarge) throw new PaymentUnknown('Authorize.Net sent more than an answer can be.');
    if (!(error instanceof NoResponse)) throw error;
    if (error.isLate) throw new PaymentUnknown(`Authorize.Net did not answer ${name} in time.`);
    const told = `Authorize.Net cannot be reached for ${name} (${error.code}).`;
    throw error.isUnsent ? new PaymentUnavailable(told) : new PaymentUnknown(told);
  };
}
