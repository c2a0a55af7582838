import { plans } from '@vialkeep/contract/plans.ts';
import { login, SessionUser } from '@vialkeep/contract/session.ts';
import { z } from 'zod';
import { PASSWORD, personOfPlan } from '../../server/testing/people.ts';
import { beginLabShift, keepSignerPin } from './bench/lab-shift.ts';
import type { Client } from './client.ts';
import type { Target } from './target.ts';

const Opened = z.object({ token: z.string(), user: SessionUser });
const Kept = z.array(z.object({ id: z.number() }));

type Session = z.infer<typeof Opened> & { host: string };

const FORGED = 'Zm9yZ2VkLXRva2VuLXRoYXQtbm9ib2R5LWlzc3VlZA';
/** The lab of plan 1 has its bench off; these are the demo's lab with a bench and the clinic that sends it tissue. */
export const LAB_WITH_BENCH = '1b';
export const CLINIC_OF_BENCH = '4b';
const emails = new Map<string, readonly [email: string, host: string]>([
  ...plans.map((plan) => [String(plan), [`${personOfPlan[plan]}@vialkeep.test`, 'localhost']] as const),
  ['7n', ['admin@north.test', 'north.localhost']],
  [LAB_WITH_BENCH, ['lab2@vialkeep.test', 'localhost']],
  [CLINIC_OF_BENCH, ['hc2@vialkeep.test', 'localhost']],
]);

/** A logged-in caller of every plan; logs in again when a request has ended the session or damaged the account. */
export class Callers {
  readonly #target: Target;
  readonly #client: Client;
  readonly #sessions = new Map<string, Session>();
  readonly #returning = new Map<string, Promise<void>>();
  #accounts: z.infer<typeof Kept> = [];

  constructor(target: Target, client: Client) {
    this.#target = target;
    this.#client = client;
  }

  get ids(): readonly number[] {
    return this.#accounts.map(({ id }) => id);
  }

  get names(): readonly string[] {
    return [...emails.keys()];
  }

  async logIn(): Promise<void> {
    this.#accounts = await this.#target.tables(async (owner) => {
      const wanted = [...emails.values()].map(([email]) => email);
      await owner.query('create table attack_callers as select * from users where email = any($1)', [wanted]);
      await keepSignerPin(owner);
      const { rows } = await owner.query('select id from attack_callers');
      return Kept.parse(rows);
    });
    for (const caller of emails.keys()) await this.#open(caller);
  }

  idOf(caller: string): number {
    return this.#sessions.get(caller)?.user.id ?? 0;
  }

  /** Returns the answer of the caller's login. */
  openedBy(caller: string): z.infer<typeof Opened> {
    const session = this.#sessions.get(caller);
    if (!session) throw new Error(`${caller} is not logged in.`);
    return session;
  }

  headersOf(caller: string): Record<string, string> {
    if (caller === 'forged') return { host: 'localhost', authorization: `token ${FORGED}` };
    const session = this.#sessions.get(caller);
    return session ? { host: session.host, authorization: `token ${session.token}` } : { host: 'localhost' };
  }

  /** Returns the same as a raw header line for hand-written requests. */
  lineOf(caller: string): string {
    const { authorization } = this.headersOf(caller);
    return authorization ? `Authorization: ${authorization}\r\n` : '';
  }

  /** Logs the caller in again after the session has ended. */
  async comeBack(caller: string): Promise<void> {
    if (!emails.has(caller)) return;
    const returning = this.#returning.get(caller) ?? this.#open(caller).finally(() => this.#returning.delete(caller));
    this.#returning.set(caller, returning);
    await returning;
  }

  /** Begins a shift at the bench, for which the lab's own calls ask. */
  async beginShift(): Promise<void> {
    await this.#target.tables((owner) => beginLabShift(owner));
  }

  async #open(caller: string): Promise<void> {
    const [email, host] = emails.get(caller) ?? ['', ''];
    await this.#mend();
    const answer = await this.#client.send({
      method: 'POST',
      path: login.path,
      headers: { 'content-type': 'application/json', host },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    if (typeof answer === 'string') throw new Error(`The login of ${email} ${answer}.`);
    this.#sessions.set(caller, { ...Opened.parse(JSON.parse(answer.body)), host });
    if (caller === LAB_WITH_BENCH) await this.beginShift();
  }

  /** Restores the callers' accounts directly in the tables. */
  async #mend(): Promise<void> {
    await this.#target.tables((owner) =>
      owner.query(`update users set password_hash = kept.password_hash, must_change_password = false, password_set_by = null, password_until = null, is_active = true,
        email = kept.email, plan_id = kept.plan_id, tags = kept.tags, check_agreement = kept.check_agreement
        from attack_callers kept where kept.id = users.id`),
    );
  }
}
