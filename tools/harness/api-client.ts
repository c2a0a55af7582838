import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { login } from '@vialkeep/contract/session.ts';
import { z } from 'zod';
import { pathFor } from '../../server/testing/path-for.ts';

const Session = z.object({ token: z.string() });

export type Input = {
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
  readonly file?: { readonly name: string; readonly bytes: Buffer };
};

export type Told = { readonly status: number; readonly body: unknown; readonly retryAfter: string | null };

/** Receives every answer, and null for every call without one. */
export type Witness = (route: Route, told: Told | null) => void;

/** Longer than a user waits for a screen. */
const TIMEOUT_MS = 30_000;

/**
 * A client for a product that is killed and restarted. It logs in with the given email; without one it stays anonymous.
 */
export class ApiClient {
  readonly #email: string | null;
  readonly #url: () => string;
  readonly #witness: Witness;
  #token = '';

  constructor(email: string | null, url: () => string, witness: Witness = () => {}) {
    this.#email = email;
    this.#url = url;
    this.#witness = witness;
  }

  /** Returns the status; 0 without an answer. */
  async send(route: Route, body: object): Promise<number> {
    return (await this.ask(route, body))?.status ?? 0;
  }

  ask(route: Route, body: object): Promise<Told | null> {
    return this.call(route, { body });
  }

  /** Returns null without an answer: the server is down, or stopped during the call. */
  async call(route: Route, input: Input = {}): Promise<Told | null> {
    if (this.#email !== null && this.#token === '') {
      const opened = await this.#fetch(login, { body: { email: this.#email, password: 'Vialkeep-demo-1' } });
      this.#token = Session.safeParse(opened?.body).data?.token ?? '';
      if (this.#token === '') return null;
    }
    return this.#fetch(route, input);
  }

  /** Uses the token of an existing session. */
  use(token: string): this {
    this.#token = token;
    return this;
  }

  async #fetch(route: Route, input: Input): Promise<Told | null> {
    const told = await this.#answer(route, input).catch(() => null);
    this.#witness(route, told);
    return told;
  }

  async #answer(route: Route, { params = {}, query = {}, body, file }: Input): Promise<Told> {
    const answer = await fetch(`${this.#url()}${pathFor(route, params, query)}`, {
      method: route.method,
      headers: {
        ...(this.#token ? { authorization: `token ${this.#token}` } : {}),
        ...(file || route.method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(route.method === 'GET' ? {} : { body: file ? formOf(file) : JSON.stringify(body ?? {}) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: answer.status, body: await answer.json(), retryAfter: answer.headers.get('retry-after') };
  }
}

function formOf({ name, bytes }: NonNullable<Input['file']>): FormData {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  return form;
}
