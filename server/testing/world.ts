import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { Answer, Route } from '@vialkeep/contract/kernel/route.ts';
import {
  accessCenter,
  type Finished,
  generateLoginAsUserToken,
  login,
  loginAsUser,
  requireFinished,
  type SessionUser,
} from '@vialkeep/contract/session.ts';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { jobsWith } from '../all-jobs.ts';
import { type App, buildApp } from '../app.ts';
import { outboxMail } from '../integrations/mail/outbox-mail.ts';
import { type Job, type JobRunner, startJobs } from '../kernel/jobs/jobs.ts';
import { openLetter } from '../kernel/mail/outbox.ts';
import { pathFor } from './path-for.ts';
import { PASSWORD } from './people.ts';
import { TEMPLATE } from './test-database.ts';
import { inDatabase, noPages, testSettings } from './test-settings.ts';
import { findPersonalTexts } from './webhooks/personal-texts-in-events.ts';

/** A caller: a token and the site. */
export type Caller = {
  readonly token: string | null;
  readonly host: string;
  readonly user: SessionUser | null;
  /** The return cookie of an acting session. */
  readonly cookie?: string;
  /** The token of an inspection, instead of that of a session. */
  readonly inspection?: string;
};

export const anonymousCaller: Caller = { token: null, host: 'localhost', user: null };

export type Input = { params?: object; query?: object; body?: unknown; file?: { name: string; bytes: Buffer } };

/** The product with its own database, a copy of the demo network's; only external systems are fake. */
export async function newWorld(settings: Record<string, string> = {}, template = TEMPLATE) {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const owner = new pg.Client({ connectionString: inject('ownerUrl') });
  await owner.connect();
  // Copies the files; the default strategy would also write every page to the write-ahead log.
  await owner.query(`create database ${name} template ${template} strategy file_copy`);
  const dataDir = await mkdtemp(join(tmpdir(), 'vialkeep-world-'));
  const ownerUrl = inDatabase(inject('ownerUrl'), name);
  const app = await buildApp(testSettings(dataDir, settings), inDatabase(inject('runtimeUrl'), name), noPages);
  const database = new pg.Client({ connectionString: ownerUrl });
  await database.connect();
  // The demo network pays commissions; the tests of sales must also hold without.
  if (process.env.COMMISSIONS === 'off') await database.query('update money_settings set commissions = false');
  let jobs: JobRunner | null = null;

  return {
    app,
    /** The name of its database, for worlds that start from a copy of it. */
    name,
    /** Runs SQL as the owner of the tables: to set up a situation, or to check that nothing changed. */
    sql: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> =>
      (await database.query<Row>(text, values)).rows,
    send: (caller: Caller, route: Route, input: Input = {}) => sendRequest(app, caller, route, input),
    raw: (options: InjectOptions) =>
      app.http.inject({ headers: { host: 'localhost', ...options.headers }, ...options }),

    /** Makes a call that must succeed. */
    async call<R extends Route>(caller: Caller, route: R, input: Input = {}): Promise<Finished<Answer<R>>> {
      const response = await sendRequest(app, caller, route, input);
      if (response.statusCode !== 200) throw new Error(`${route.path}: ${response.statusCode} ${response.body}`);
      return requireFinished(response.json<Answer<R>>());
    },

    /** Makes a call that must be refused, and returns the refusal. */
    async refusalOf(caller: Caller, route: Route, input: Input = {}): Promise<{ status: number; reason: string }> {
      const response = await sendRequest(app, caller, route, input);
      return { status: response.statusCode, reason: response.json().reason };
    },

    /** Makes a call that must be refused, and returns the refusal with its words and fields. */
    async wholeRefusalOf(caller: Caller, route: Route, input: Input = {}): Promise<object> {
      const response = await sendRequest(app, caller, route, input);
      return { status: response.statusCode, ...response.json<object>() };
    },

    /** Logs in as a demo user, named by their email or the part before the @. */
    async as(who: string, host = 'localhost'): Promise<Caller & { user: SessionUser }> {
      const email = who.includes('@') ? who : `${who}@vialkeep.test`;
      const at = { ...anonymousCaller, host };
      const opened = await this.call(at, login, { body: { email, password: PASSWORD } });
      return { token: opened.token, host, user: opened.user };
    },

    async idOf(email: string): Promise<UserId> {
      const { rows } = await database.query<{ id: number }>('select id from users where email = $1', [email]);
      return UserId.parse(rows[0]?.id);
    },

    /** An administrator's new session in another user's account, on that user's site. */
    async actingAs(admin: Caller, email: string, host = 'localhost'): Promise<Caller & { user: SessionUser }> {
      const user_id = await this.idOf(email);
      const { token } = await this.call(admin, generateLoginAsUserToken, { body: { user_id } });
      const response = await sendRequest(app, { ...anonymousCaller, host }, loginAsUser, { body: { user_id, token } });
      if (response.statusCode !== 200) throw new Error(`${loginAsUser.path}: ${response.statusCode} ${response.body}`);
      const opened = response.json<{ token: string; user: SessionUser }>();
      return { token: opened.token, host, user: opened.user, cookie: returnCookieIn(response) };
    },

    /** A staff member's session in a center's account. */
    async inside(staff: Caller, center: string): Promise<Caller & { user: SessionUser }> {
      const user_id = await this.idOf(center);
      const response = await sendRequest(app, staff, accessCenter, { body: { user_id } });
      if (response.statusCode !== 200) throw new Error(`${accessCenter.path}: ${response.statusCode} ${response.body}`);
      const { token, user } = response.json<Answer<typeof accessCenter>>();
      return { token, host: staff.host, user, cookie: returnCookieIn(response) };
    },

    /** The emails so far, newest first, after the jobs that write them have run. */
    async letters(atLeast = 0): Promise<{ recipient: string; subject: string; text_body: string }[]> {
      jobs ??= await startJobs(ownerUrl, jobsWith(outboxMail()).map(withoutSchedule), app.services, 1);
      for (let tries = 0; tries < 2_400; tries += 1) {
        // The schedule that does this every minute is left out, and a test may have killed a server.
        await database.query('select release_dead_workers()');
        const { rows: waiting } = await database.query(
          'select 1 from graphile_worker.jobs where attempts < max_attempts',
        );
        const { rows } = await database.query('select * from letters order by id desc');
        if (waiting.length === 0 && rows.length >= atLeast)
          return rows.map((row) => openLetter(app.services.dataKey, row));
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error('The jobs did not finish.');
    },

    /** Closes everything but keeps the database for copying. */
    async leave(): Promise<() => Promise<void>> {
      await jobs?.stop();
      await app.close();
      await database.end();
      await rm(dataDir, { recursive: true, force: true });
      return async () => {
        await owner.query(`drop database ${name} with (force)`);
        await owner.end();
      };
    },

    /**
     * Ends the world, and checks that its journal balances and that its events hold nothing personal, unless the tests
     * themselves have falsified them.
     */
    async close({ hasFalsifiedJournal = false, hasFalsifiedEvents = false } = {}): Promise<void> {
      await jobs?.stop();
      await app.close();
      const { rows: sums } = await database.query<{ cents: string }>(
        'select sum(cents)::text as cents from journal_lines',
      );
      const personal = await findPersonalTexts(async (text) => (await database.query<{ text: string }>(text)).rows);
      await database.end();
      await owner.query(`drop database ${name} with (force)`);
      await owner.end();
      await rm(dataDir, { recursive: true, force: true });
      if (personal.length > 0 && !hasFalsifiedEvents)
        throw new Error(`Events hold ${personal.join(', ')} after ${expect.getState().testPath}.`);
      const cents = sums[0]?.cents ?? '0';
      if (cents !== '0' && !hasFalsifiedJournal)
        throw new Error(`The journal is ${cents} cents out of balance after ${expect.getState().testPath}.`);
    },
  };
}

export type World = Awaited<ReturnType<typeof newWorld>>;

/** A scheduled run in the middle of a test would change what that test reads: tests of scheduled jobs run them. */
function withoutSchedule({ at: _schedule, ...job }: Job): Job {
  return job;
}

function returnCookieIn(response: LightMyRequestResponse): string {
  const lines = [response.headers['set-cookie'] ?? []].flat();
  return lines.find((line) => line.startsWith('vk_return'))?.split(';')[0] ?? '';
}

async function sendRequest(app: App, caller: Caller, route: Route, input: Input): Promise<LightMyRequestResponse> {
  const headers: Record<string, string> = { host: caller.host };
  if (caller.token) headers.authorization = `token ${caller.token}`;
  if (caller.inspection) headers.authorization = `inspection ${caller.inspection}`;
  if (caller.cookie) headers.cookie = caller.cookie;
  const url = pathFor(route, input.params ?? {}, input.query ?? {});
  if (!input.file) {
    const body = input.body === undefined && route.method !== 'GET' ? {} : input.body;
    return app.http.inject({
      method: route.method,
      url,
      headers,
      ...(body === undefined ? {} : { payload: body as object }),
    });
  }
  const form = new FormData();
  for (const [field, value] of Object.entries(input.body ?? {})) form.set(field, String(value));
  form.set(route.upload?.field ?? 'file', new Blob([new Uint8Array(input.file.bytes)]), input.file.name);
  const encoded = new Response(form);
  headers['content-type'] = encoded.headers.get('content-type') ?? '';
  return app.http.inject({ method: route.method, url, headers, payload: Buffer.from(await encoded.arrayBuffer()) });
}
