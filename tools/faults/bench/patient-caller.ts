import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { z } from 'zod';
import { ApiClient, type Input, type Told } from '../../harness/api-client.ts';
import type { SeededRandom } from '../../harness/seeded-random.ts';

const ASK_AGAIN_MS = 150;
const TWICE_AT_ONCE = 0.2;
const AGAIN_LATER = 0.15;

const Refused = z.object({ reason: z.string() });

/** A scan that was answered with 200, and when the first of its answered tries began. */
export type Acknowledged = { readonly id: string; readonly askedAt: number };

/** What the callers of a run have seen. */
export type Seen = {
  readonly acknowledged: Acknowledged[];
  /** Set by the run: false from a kill until the server serves again. */
  isServing: boolean;
  calls: number;
  /** Calls that began while the server was serving, and ended without an answer. */
  cutOff: number;
  repeated: number;
  /** Repeated scans with another answer than the first one. */
  differing: number;
  serverErrors: number;
};

export const newSeen = (): Seen => ({
  acknowledged: [],
  isServing: true,
  calls: 0,
  cutOff: 0,
  repeated: 0,
  differing: 0,
  serverErrors: 0,
});

export const reasonOf = (told: Told): string => Refused.safeParse(told.body).data?.reason ?? '';

/** An account that repeats each call until it has an answer: a scan with the same id, every call with the same body. */
export class PatientCaller {
  readonly #portal: ApiClient;
  readonly #dice: SeededRandom;
  readonly #seen: Seen;

  constructor(email: string, url: () => string, dice: SeededRandom, seen: Seen) {
    this.#portal = new ApiClient(email, url);
    this.#dice = dice;
    this.#seen = seen;
  }

  /** Returns the first answer that is none of a server in trouble. */
  async ask(route: Route, input: Input = {}): Promise<Told & { askedAt: number }> {
    for (;;) {
      const askedAt = Date.now();
      const told = await this.askOnce(route, input);
      if (told && told.status < 500 && told.status !== 429) return { ...told, askedAt };
      await sleep(ASK_AGAIN_MS);
    }
  }

  /**
   * Returns what was answered; null where a refusal for this reason says that an earlier try, whose answer was lost, has
   * done it.
   */
  async do<Answer>(
    route: Route,
    input: Input,
    { answer, doneBefore }: { answer: z.ZodType<Answer>; doneBefore?: string },
  ): Promise<Answer | null> {
    const told = await this.ask(route, input);
    if (told.status === 200) return answer.parse(told.body);
    if (doneBefore !== undefined && reasonOf(told) === doneBefore) return null;
    throw new Error(`${route.method} ${route.path}: ${told.status} ${JSON.stringify(told.body)}`);
  }

  /** A scan: some are sent twice at once, and some again after their answer. */
  async scan<Answer>(
    route: Route,
    { params = {}, body }: { params?: object; body: object },
    answer: z.ZodType<Answer>,
  ): Promise<Answer> {
    const scan_id = randomUUID();
    const input = { params, body: { ...body, scan_id, input: 'scanner' } };
    const isTwice = this.#dice.chance(TWICE_AT_ONCE);
    const [first, other] = await Promise.all([this.ask(route, input), ...(isTwice ? [this.ask(route, input)] : [])]);
    if (first?.status !== 200) {
      throw new Error(`${route.method} ${route.path}: ${first?.status} ${JSON.stringify(first?.body)}`);
    }
    const askedAt = Math.min(first.askedAt, other?.askedAt ?? first.askedAt);
    this.#seen.acknowledged.push({ id: scan_id, askedAt });
    const again = this.#dice.chance(AGAIN_LATER) ? await this.ask(route, input) : undefined;
    for (const repeat of [other, again]) {
      if (!repeat) continue;
      this.#seen.repeated += 1;
      if (repeat.status !== 200 || !isDeepStrictEqual(repeat.body, first.body)) this.#seen.differing += 1;
    }
    return answer.parse(first.body);
  }

  /** Returns null without an answer. */
  async askOnce(route: Route, input: Input): Promise<Told | null> {
    const { isServing } = this.#seen;
    const told = await this.#portal.call(route, input);
    if (isServing || told) this.#seen.calls += 1;
    if (isServing && !told) this.#seen.cutOff += 1;
    if (told?.status === 500) this.#seen.serverErrors += 1;
    return told;
  }
}
