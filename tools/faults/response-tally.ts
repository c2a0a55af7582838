import { z } from 'zod';
import type { Witness } from '../harness/api-client.ts';

const Refused = z.object({ reason: z.string() });

export type ResponseTally = {
  answers: number;
  without: number;
  unavailable: number;
  /** 503 answers of the product without a Retry-After header. */
  withoutRetryAfter: number;
  full: number;
  /** Answers with 401: sessions that the server no longer knows. */
  strangers: number;
  /** Unexpected answers by call: a 5xx that neither the kernel nor the call itself declares. */
  faults: Map<string, number>;
};

/** Counts the answers of all clients. */
export function newResponseTally(): { witness: Witness; testimony: ResponseTally } {
  const testimony: ResponseTally = {
    answers: 0,
    without: 0,
    unavailable: 0,
    withoutRetryAfter: 0,
    full: 0,
    strangers: 0,
    faults: new Map(),
  };
  const witness: Witness = (route, told) => {
    if (told === null) return void (testimony.without += 1);
    testimony.answers += 1;
    const { reason } = Refused.safeParse(told.body).data ?? { reason: '' };
    if (told.status === 401) testimony.strangers += 1;
    if (told.status === 507) testimony.full += 1;
    if (told.status < 500 || told.status === 507 || reason in route.refusals) return;
    if (told.status === 503 && reason === 'unavailable') {
      testimony.unavailable += 1;
      if (told.retryAfter === null) testimony.withoutRetryAfter += 1;
      return;
    }
    const call = `${told.status} ${reason} ${route.method} ${route.path}`;
    testimony.faults.set(call, (testimony.faults.get(call) ?? 0) + 1);
  };
  return { witness, testimony };
}
