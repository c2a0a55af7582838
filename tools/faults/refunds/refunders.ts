import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { approveRefund, RefundState, requestRefund } from '@vialkeep/contract/refunds.ts';
import { z } from 'zod';
import { ApiClient } from '../../harness/api-client.ts';
import type { SeededRandom } from '../../harness/seeded-random.ts';

/** What administrators want back of a charge: the parts in cents, asked for one after the other. */
export type Wish = { readonly transactionId: number; readonly parts: readonly number[] };
/** The last answer to a request; `left`: the administrator has not asked about it again. */
export type Told = 'done' | 'failed' | 'refused' | 'left';

const Answer = z.object({ id: z.number(), state: RefundState, words: z.string() });
const Refused = z.object({ reason: z.string() });

const NEVER_ARRIVED = /did not reach/;
const TRIES = 5;
const ASK_AGAIN_MS = 400;

/** Two administrators who request refunds, click twice, lose their connection, and approve each other's requests. */
export class Refunders {
  readonly #first: ApiClient;
  readonly #second: ApiClient;
  readonly #dice: SeededRandom;

  constructor(url: () => string, dice: SeededRandom) {
    this.#first = new ApiClient('admin@vialkeep.test', url);
    this.#second = new ApiClient('super@vialkeep.test', url);
    this.#dice = dice;
  }

  /** Asks once and does not wait: a part of a charge that has not settled. Returns the key to ask with again. */
  async askOnce(transactionId: number, cents: number): Promise<string> {
    const key = randomUUID();
    await this.#ask(transactionId, cents, key);
    return key;
  }

  /** Asks for every part until its outcome is known. `firstKey` is that of a part that was asked for before. */
  async giveBack({ transactionId, parts }: Wish, firstKey: string = randomUUID()): Promise<Told[]> {
    const told: Told[] = [];
    for (const [index, cents] of parts.entries()) {
      told.push(await this.#giveBackPart(transactionId, cents, index === 0 ? firstKey : randomUUID()));
    }
    return told;
  }

  async #giveBackPart(transactionId: number, cents: number, firstKey: string): Promise<Told> {
    let key = firstKey;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { told, words } = await this.#askUntilKnown(transactionId, cents, key);
      // Only a refund of which the gateway knows nothing is asked for again, as a new one.
      if (told !== 'failed' || !NEVER_ARRIVED.test(words)) return told;
      key = randomUUID();
    }
    return 'failed';
  }

  async #askUntilKnown(transactionId: number, cents: number, key: string): Promise<{ told: Told; words: string }> {
    for (;;) {
      const answer = await this.#ask(transactionId, cents, key);
      const refund = Answer.safeParse(answer?.body).data;
      if (refund?.state === 'done' || refund?.state === 'failed') return { told: refund.state, words: refund.words };
      if (refund?.state === 'requested') await this.#second.call(approveRefund, { params: { id: refund.id } });
      const reason = Refused.safeParse(answer?.body).data?.reason;
      if (answer?.status === 409 && reason !== 'refund_under_way') return { told: 'refused', words: reason ?? '' };
      await sleep(ASK_AGAIN_MS);
    }
  }

  async #ask(transactionId: number, cents: number, key: string) {
    const body = { key, amount: cents / 100, reason: 'other', note: 'A run with faults' };
    const clicks = this.#dice.chance(0.2) ? 2 : 1;
    const input = { params: { id: transactionId }, body };
    const responses = await Promise.all(Array.from({ length: clicks }, () => this.#first.call(requestRefund, input)));
    return responses.find((answer) => answer?.status === 200) ?? responses[0] ?? null;
  }
}
