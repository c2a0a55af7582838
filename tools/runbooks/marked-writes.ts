import { request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCoupon } from '@vialkeep/contract/coupons.ts';
import { login } from '@vialkeep/contract/session.ts';
import { z } from 'zod';
import type { Machine } from './machine.ts';

const HOST = 'portal.example.org';
const Session = z.object({ token: z.string() });
const EVERY_MS = 700;
const CALL_TIMEOUT_MS = 20_000;
const WAIT_MS = 300_000;
const ANSWERED_MS = 600_000;

type Answer = { readonly status: number; readonly body: unknown };
export type Write = { readonly mark: string; readonly at: number };

/** An administrator in a browser: writes a marked coupon all the time, and remembers which were acknowledged. */
export class MarkedWrites {
  readonly #address: string;
  readonly #authority: string;
  readonly #acknowledged: Write[] = [];
  #token = '';
  #count = 0;
  #longestGapMs = 0;
  #lastAt = performance.now();
  #isOver = false;
  #isAsleep = false;
  #running: Promise<void> = Promise.resolve();

  constructor(address: string, authority: string) {
    this.#address = address;
    this.#authority = authority;
  }

  get acknowledged(): readonly Write[] {
    return this.#acknowledged;
  }

  start(): void {
    this.#running = this.#writeUntilOver();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  /** Begins to measure the longest time without an acknowledged write. */
  measure(): void {
    this.#longestGapMs = 0;
    this.#lastAt = performance.now();
  }

  /** The longest time without an acknowledged write since `measure`, in seconds. */
  get secondsWithout(): number {
    return Math.max(this.#longestGapMs, performance.now() - this.#lastAt) / 1_000;
  }

  /** Makes no calls during the task, so that its own writes are the only ones; the outage goes on counting. */
  async sleepDuring<T>(task: () => Promise<T>): Promise<T> {
    this.#isAsleep = true;
    try {
      return await task();
    } finally {
      this.#isAsleep = false;
    }
  }

  /** Waits until writes are acknowledged again. */
  async untilMore(more = 3): Promise<void> {
    const target = this.#acknowledged.length + more;
    for (const deadline = performance.now() + WAIT_MS; performance.now() < deadline; await sleep(500)) {
      if (this.#acknowledged.length >= target) return;
    }
    throw new Error('No writes are acknowledged any more.');
  }

  /** Waits until the product answers through its proxy. */
  async untilReady(): Promise<void> {
    let last = '';
    for (const deadline = performance.now() + ANSWERED_MS; performance.now() < deadline; await sleep(2_000)) {
      const answer = await this.#call('GET', '/readyz', null).catch((error: unknown) => String(error));
      if (typeof answer !== 'string' && answer.status === 200) return;
      last = typeof answer === 'string' ? answer : String(answer.status);
    }
    throw new Error(`/readyz does not answer 200: ${last}`);
  }

  /** Writes one mark; null if it was not acknowledged. */
  async writeMark(): Promise<Write | null> {
    try {
      if (this.#token === '') {
        const opened = await this.#call('POST', login.path, {
          email: 'super@vialkeep.test',
          password: 'Vialkeep-demo-1',
        });
        this.#token = Session.safeParse(opened.body).data?.token ?? '';
      }
      this.#count += 1;
      const mark = `rb${String(this.#count).padStart(6, '0')}`;
      const { status } = await this.#call('POST', createCoupon.path, { name: mark, code: mark, discount_amount: 5 });
      if (status === 401) this.#token = '';
      if (status < 200 || status > 299) return null;
      const write = { mark, at: Date.now() };
      this.#acknowledged.push(write);
      this.#longestGapMs = Math.max(this.#longestGapMs, performance.now() - this.#lastAt);
      this.#lastAt = performance.now();
      return write;
    } catch {
      return null;
    }
  }

  /** A restored moment is before these writes: they are not expected any more. */
  forgetAfter(kept: Write): void {
    this.#acknowledged.splice(this.#acknowledged.indexOf(kept) + 1);
  }

  async #writeUntilOver(): Promise<void> {
    while (!this.#isOver) {
      if (!this.#isAsleep) await this.writeMark();
      await sleep(EVERY_MS);
    }
  }

  #call(method: string, path: string, body: object | null): Promise<Answer> {
    return new Promise((done, fail) => {
      const call = request(
        {
          host: this.#address,
          servername: HOST,
          ca: this.#authority,
          method,
          path,
          headers: {
            host: HOST,
            'content-type': 'application/json',
            ...(this.#token ? { authorization: `token ${this.#token}` } : {}),
          },
          signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
        },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          answer.on('error', fail);
          answer.on('end', () => done({ status: answer.statusCode ?? 0, body: parseJson(text) }));
        },
      );
      call.on('error', fail);
      call.end(body ? JSON.stringify(body) : undefined);
    });
  }
}

/** The marks that the database has, asked on the node that is the primary. */
export async function readMarks(primary: Machine): Promise<ReadonlySet<string>> {
  const query = "select code from coupons where code like 'rb______' order by code";
  const output = await primary.run(`runuser -u postgres -- psql -d vialkeep -Atc "${query}"`);
  return new Set(output.split('\n').filter((code) => code.startsWith('rb')));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
