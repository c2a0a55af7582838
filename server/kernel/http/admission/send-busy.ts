import { randomInt } from 'node:crypto';
import { commonRefusals, type RefusalAnswer } from '@vialkeep/contract/kernel/refusal.ts';
import type { FastifyReply } from 'fastify';

const { status, message } = commonRefusals.busy;
const answer: RefusalAnswer = { success: false, code: 'error', reason: 'busy', message };
/** Made once: a refusal must cost far less than an answer. */
const body = Buffer.from(JSON.stringify(answer));

/** Clients that are refused together must not return together. */
const RETRY_AFTER_SECONDS = [1, 3] as const;

/** Whether this payload is the refusal of a busy server. */
export function isBusyAnswer(payload: unknown): boolean {
  return payload === body;
}

/** Answers a call of which nothing was done, so that its sender can safely repeat it. */
export function sendBusy(reply: FastifyReply): FastifyReply {
  const [least, most] = RETRY_AFTER_SECONDS;
  return reply
    .code(status)
    .header('retry-after', String(randomInt(least, most + 1)))
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .send(body);
}
