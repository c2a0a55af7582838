import { setTimeout as sleep } from 'node:timers/promises';
import { readingKinds } from '@vialkeep/contract/kernel/reads.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { readPatientRecord } from '@vialkeep/contract/patients.ts';
import { login } from '@vialkeep/contract/session.ts';
import { listUsers } from '@vialkeep/contract/users.ts';
import { listVials } from '@vialkeep/contract/vials.ts';
import type pg from 'pg';
import { z } from 'zod';
import { ApiClient, type Input } from '../../harness/api-client.ts';

const READERS = 6;
const PAUSE_MS = 100;
/** Ends a run in which the product never recovers. */
const LONGEST_MS = 300_000;

const Session = z.object({ token: z.string() });
const Recorded = z.array(z.object({ token: z.string(), what: z.number(), subject_id: z.number() }));

type AnsweredList = { readonly token: string; readonly during: string };

/** Administrators who open records without a pause; each session opens each record once, so that none is a repetition. */
export class Readers {
  /** The answered openings: token, kind and person. */
  readonly openings: string[] = [];
  /** How often each status came instead of an answer; 0 stands for none. */
  readonly refused = new Map<number, number>();
  readonly #lists: AnsweredList[] = [];
  readonly #url: () => string;
  #work: readonly Promise<void>[] = [];
  #during = 'no fault';
  #isOver = false;

  constructor(url: () => string) {
    this.#url = url;
  }

  get lists(): number {
    return this.#lists.length;
  }

  async start(patients: readonly number[]): Promise<void> {
    this.#work = Array.from({ length: READERS }, () => this.#readOn(patients));
    await this.untilAnswered(READERS);
  }

  /** Says which fault the following answers belong to. */
  turnTo(fault: string): void {
    this.#during = fault;
  }

  /** Waits until this many further openings are answered; returns the milliseconds. */
  async untilAnswered(further: number): Promise<number> {
    const began = performance.now();
    const enough = this.openings.length + further;
    while (this.openings.length < enough) {
      if (performance.now() - began > LONGEST_MS) throw new Error('Openings are not answered any more.');
      await sleep(10);
    }
    return performance.now() - began;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#work);
  }

  async listUnrecorded(owner: pg.Client): Promise<string[]> {
    const tokens = [...new Set(this.openings.map((opening) => opening.split(' ', 1)[0]))];
    const { rows } = await owner.query(
      `select token, what, subject_id from unnest($1::text[]) token
         join sessions s on s.token_hash = sha256(convert_to(token, 'UTF8')) join access_records r on r.session_id = s.id
       where subject_id is not null`,
      [tokens],
    );
    const recorded = new Set(
      Recorded.parse(rows).map(({ token, what, subject_id }) => `${token} ${readingKinds[what]} ${subject_id}`),
    );
    return this.openings.filter((opening) => !recorded.has(opening));
  }

  /** Counts the lists that were answered during a fault and are not recorded. */
  async countLostLists(owner: pg.Client, during: string): Promise<number> {
    const answered = Map.groupBy(
      this.#lists.filter((list) => list.during === during),
      ({ token }) => token,
    );
    let lost = 0;
    for (const token of answered.keys()) {
      const { rows } = await owner.query<{ n: number }>(
        `select count(*)::int as n from access_records r join sessions s on s.id = r.session_id
         where s.token_hash = sha256(convert_to($1, 'UTF8')) and r.what = $2`,
        [token, readingKinds.indexOf('list')],
      );
      const all = this.#lists.filter((list) => list.token === token).length;
      lost += Math.max(0, all - (rows[0]?.n ?? 0));
    }
    return lost;
  }

  async #readOn(patients: readonly number[]): Promise<void> {
    while (!this.#isOver) {
      const opened = await this.#ask(new ApiClient(null, this.#url), login, {
        body: { email: 'admin@vialkeep.test', password: 'Vialkeep-demo-1' },
      });
      const { token } = Session.safeParse(opened).data ?? { token: null };
      if (token !== null) await this.#readAll(token, patients);
    }
  }

  async #readAll(token: string, patients: readonly number[]): Promise<void> {
    const client = new ApiClient(null, this.#url).use(token);
    for (const id of patients) {
      if (this.#isOver) return;
      if (await this.#ask(client, readPatientRecord, { params: { id } })) this.openings.push(`${token} record ${id}`);
      if (await this.#ask(client, listVials, { params: { userId: id } })) this.openings.push(`${token} vials ${id}`);
      if (await this.#ask(client, listUsers, { query: { limit: 5 } })) {
        this.#lists.push({ token, during: this.#during });
      }
    }
  }

  /** Returns the body of a successful answer, else null after a pause. */
  async #ask(client: ApiClient, route: Route, input: Input): Promise<unknown> {
    const told = await client.call(route, input);
    if (told?.status === 200) return told.body;
    const status = told?.status ?? 0;
    this.refused.set(status, (this.refused.get(status) ?? 0) + 1);
    await sleep(PAUSE_MS);
    return null;
  }
}
