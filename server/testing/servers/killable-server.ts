import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Answer, Route } from '@vialkeep/contract/kernel/route.ts';
import { type Finished, requireFinished } from '@vialkeep/contract/session.ts';
import { inject } from 'vitest';
import { pathFor } from '../path-for.ts';
import { inDatabase } from '../test-settings.ts';

type Sent = { params?: object; body?: object; token?: string };

/** A server in a separate process, on the database of a world, that can be killed during its work. */
export class KillableServer {
  readonly #child: ChildProcess;
  readonly #address: string;

  private constructor(child: ChildProcess, address: string) {
    this.#child = child;
    this.#address = address;
  }

  static async start(database: string, folder: string, settings: Record<string, string> = {}): Promise<KillableServer> {
    const program = resolve(import.meta.dirname, 'working-server.ts');
    const databases = [inDatabase(inject('ownerUrl'), database), inDatabase(inject('runtimeUrl'), database)];
    const child = spawn(process.execPath, [program, ...databases, folder, JSON.stringify(settings)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(child.stdout, 'data');
    return new KillableServer(child, String(line).trim());
  }

  async kill9(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }

  async call<R extends Route>(route: R, { params = {}, body, token }: Sent): Promise<Finished<Answer<R>>> {
    const response = await fetch(this.#address + pathFor(route, params, {}), {
      method: route.method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `token ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${route.path}: ${response.status} ${await response.text()}`);
    // @NOTE the schema belongs to this route; generic code cannot show that its output is the route's answer.
    return requireFinished(route.answer.parse(await response.json()) as Answer<R>);
  }

  /** Makes a call that is never answered, because the server is killed while it waits. */
  async callAndKill(route: Route, sent: Sent, untilItWaits: () => Promise<unknown>): Promise<void> {
    const answered = this.call(route, sent).then(
      () => true,
      () => false,
    );
    await untilItWaits();
    await this.kill9();
    if (await answered) throw new Error(`${route.path} was answered before the server was killed.`);
  }
}
