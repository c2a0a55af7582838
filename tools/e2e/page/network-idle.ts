import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';

const QUIET_MS = 150;
const MOST_MS = 10_000;

/** Waits until all requests are answered and no new one follows. */
export class NetworkIdle {
  #inFlight = 0;
  #since = Date.now();

  constructor(context: BrowserContext) {
    const ended = () => {
      this.#inFlight -= 1;
      this.#since = Date.now();
    };
    context.on('request', () => (this.#inFlight += 1));
    context.on('requestfinished', ended);
    context.on('requestfailed', ended);
  }

  async come(): Promise<void> {
    // Requests that follow a navigation start shortly after it.
    await sleep(QUIET_MS);
    const deadline = Date.now() + MOST_MS;
    const isQuiet = () => this.#inFlight === 0 && Date.now() - this.#since >= QUIET_MS;
    while (!isQuiet() && Date.now() < deadline) await sleep(20);
  }
}
