import type { BrowserContext, Response } from 'playwright-core';

type Refusal = { status: number; path: string };

/** Collects problems that must not occur in any tab of a user. */
export class PageProblems {
  readonly #seen: string[] = [];
  readonly #refused: Refusal[] = [];
  /** A page that requests a template before the document is sealed gets 409 and retries. */
  readonly #expected: Refusal[] = [{ status: 409, path: '/auth/esign/' }];

  constructor(context: BrowserContext) {
    context.on('weberror', (error) => this.#seen.push(`An error on the page: ${error.error().stack}`));
    context.on('console', (message) => {
      // The browser logs each refused call as an error; the response handler below checks the call itself.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
      this.#seen.push(`An error in the console of ${message.page()?.url()}: ${message.text()}`);
    });
    context.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (!protocol.startsWith('http') || hostname === 'localhost' || hostname.endsWith('.localhost')) return;
      this.#seen.push(`A request to another host: ${request.url()}`);
    });
    context.on('response', (response) => this.#look(response));
  }

  expect(status: number, path: string): void {
    this.#expected.push({ status, path });
  }

  throwIfAny(): void {
    const unexpected = this.#refused.filter((refusal) => !this.#expected.some((expected) => isSame(expected, refusal)));
    const told = [...this.#seen, ...unexpected.map(({ status, path }) => `${path} was answered with ${status}`)];
    if (told.length > 0) throw new Error(`Troubles on the way:\n- ${told.join('\n- ')}`);
  }

  #look(response: Response): void {
    if (response.status() < 400) return;
    this.#refused.push({ status: response.status(), path: new URL(response.url()).pathname });
  }
}

/** An expected path can end in a star, for all paths that begin so. */
function isSame(expected: Refusal, { status, path }: Refusal): boolean {
  if (status !== expected.status) return false;
  return expected.path.endsWith('*') ? path.startsWith(expected.path.slice(0, -1)) : path === expected.path;
}
