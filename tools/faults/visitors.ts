import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLocation } from '@vialkeep/contract/locations.ts';
import { currentSession, login } from '@vialkeep/contract/session.ts';
import { readSite } from '@vialkeep/contract/sites.ts';
import { z } from 'zod';

const AT_ONCE = 6;
const PAUSE_MS = 5;
const TIMEOUT_MS = 10_000;

const Session = z.object({ token: z.string() });

type VisitedServer = { readonly port: number; readonly host: string };
type Call = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: object };

/** Clients that read and write without a pause, over keep-alive connections as browsers do. */
export class Visitors {
  readonly counted = { answered: 0, written: 0, repeated: 0, slowestMs: 0, failed: [] as string[] };
  readonly #place: VisitedServer;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  #isOver = false;
  #works: Promise<void>[] = [];

  constructor(place: VisitedServer) {
    this.#place = place;
  }

  async arrive(): Promise<void> {
    const credentials = { email: 'hc@vialkeep.test', password: 'Vialkeep-demo-1' };
    const { body } = await this.#whenServed({ method: 'POST', path: login.path, body: credentials });
    const { token } = Session.parse(body);
    this.#works = Array.from({ length: AT_ONCE }, (_, visitor) => this.#goOn(visitor, token));
  }

  async leave(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#works);
    this.#agent.destroy();
  }

  async #goOn(visitor: number, token: string): Promise<void> {
    for (let turn = 0; !this.#isOver; turn += 1) {
      const began = performance.now();
      const isWrite = turn % 3 === 0;
      const call: Call = isWrite ? newLocation(`restart ${visitor} ${turn}`) : (READS[turn % READS.length] ?? HEALTH);
      try {
        const { status } = await this.#ask(call, token);
        if (status !== 200) throw new Error(`answered ${status}`);
        this.counted.answered += 1;
        if (isWrite) this.counted.written += 1;
      } catch (error) {
        this.counted.failed.push(`${call.method} ${call.path}: ${error instanceof Error ? error.message : 'failed'}`);
      }
      this.counted.slowestMs = Math.max(this.counted.slowestMs, performance.now() - began);
      await sleep(PAUSE_MS);
    }
  }

  async #whenServed(call: Call): Promise<{ status: number; body: unknown }> {
    for (let tries = 0; tries < 50; tries += 1) {
      const answer = await this.#ask(call).catch(() => null);
      if (answer?.status === 200) return answer;
      await sleep(100);
    }
    throw new Error('nginx did not begin to serve.');
  }

  /**
   * Repeats the call over a new connection if the server closed an idle one, as browsers do; this does not count as a
   * failure.
   */
  #ask(call: Call, token?: string): Promise<{ status: number; body: unknown }> {
    return new Promise((resolve, reject) => {
      const sent = request({
        ...this.#place,
        host: '127.0.0.1',
        path: call.path,
        method: call.method,
        agent: this.#agent,
        timeout: TIMEOUT_MS,
        headers: {
          host: this.#place.host,
          ...(call.body ? { 'content-type': 'application/json' } : {}),
          ...(token ? { authorization: `token ${token}` } : {}),
        },
      });
      sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
      sent.on('error', (error) => {
        if (!sent.reusedSocket || !('code' in error) || error.code !== 'ECONNRESET') return reject(error);
        this.counted.repeated += 1;
        this.#ask(call, token).then(resolve, reject);
      });
      sent.on('response', (answer: IncomingMessage) => {
        const status = answer.statusCode ?? 0;
        // nginx answers its own errors with an HTML page.
        text(answer).then((words) => resolve({ status, body: status === 200 ? JSON.parse(words) : null }), reject);
      });
      sent.end(call.body && JSON.stringify(call.body));
    });
  }
}

const HEALTH: Call = { method: 'GET', path: '/readyz' };
const READS: readonly Call[] = [
  HEALTH,
  { method: 'GET', path: readSite.path },
  { method: 'GET', path: currentSession.path },
];

function newLocation(location_name: string): Call {
  const address = { address1: '1 Main St', city: 'Austin', state_desc: 'Texas', country_desc: 'United States' };
  return { method: 'POST', path: createLocation.path, body: { location_name, ...address } };
}
