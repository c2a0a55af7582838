import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { login } from '@vialkeep/contract/session.ts';
import { z } from 'zod';

const Session = z.object({ token: z.string() });

/** Somebody's own way into a product that comes and goes. */
export class Portal {
  readonly #email: string;
  readonly #url: () => string;
  #token = '';

  constructor(email: string, url: () => string) {
    this.#email = email;
    this.#url = url;
  }

  /** The status it met; 0 where no answer came. */
  async send(route: Route, body: object): Promise<number> {
    return (await this.ask(route, body))?.status ?? 0;
  }

  /** Null where no answer came: the server is away, or went away in the middle. */
  async ask(route: Route, body: object): Promise<{ status: number; body: unknown } | null> {
    try {
      this.#token ||= Session.parse(await (await this.#post(login.path, this.#credentials())).json()).token;
      const answer = await this.#post(route.path, body);
      return { status: answer.status, body: await answer.json() };
    } catch {
      return null;
    }
  }

  #credentials() {
    return { email: this.#email, password: 'Vialkeep-demo-1' };
  }

  #post(path: string, body: object): Promise<Response> {
    return fetch(`${this.#url()}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.#token ? { authorization: `token ${this.#token}` } : {}),
      },
      body: JSON.stringify(body),
    });
  }
}
