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

/** Hears every answer, and of every call that got none. */
export type Witness = (route: Route, told: Told | null) => void;

/** Nobody waits longer than this in front of a screen. */
const TIMEOUT_MS = 30_000;

/** Somebody's own way into a product that comes and goes. Without an e-mail, a stranger's. */
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

  /** The status it met; 0 where no answer came. */
  async send(route: Route, body: object): Promise<number> {
    return (await this.ask(route, body))?.status ?? 0;
  }

  ask(route: Route, body: object): Promise<Told | null> {
    return this.call(route, { body });
  }

  /** Null where no answer came: the server is away, or went away in the middle. */
  async call(route: Route, input: Input = {}): Promise<Told | null> {
    if (this.#email !== null && this.#token === '') {
      const opened = await this.#fetch(login, { body: { email: this.#email, password: 'Vialkeep-demo-1' } });
      this.#token = Session.safeParse(opened?.body).data?.token ?? '';
      if (this.#token === '') return null;
    }
    return this.#fetch(route, input);
  }

  /** Works with the token of a session that was opened otherwise. */
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
