import { PlanId } from '@vialkeep/contract/plans.ts';
import { type InsertObject, sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';
import type { DB } from '../../kernel/db/tables.generated.ts';
import { announceEvent } from '../../kernel/events.ts';

/** Creates an account. An email that another account has violates the constraint users_email_once. */
export async function createAccount(work: Work, account: InsertObject<DB, 'users'>) {
  const { plan_id, ...created } = await work.db
    .insertInto('users')
    .values(account)
    .returning(['id', 'email', 'domain_id', 'plan_id'])
    .executeTakeFirstOrThrow();
  const data = { user_id: created.id, plan: PlanId.parse(plan_id) };
  announceEvent(work, { domainId: created.domain_id, type: 'account.created', data });
  return created;
}

/** An account without a password, which is opened by a one-time password. */
export type NewAccount = {
  readonly domain_id: number;
  readonly plan_id: number;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string;
  readonly phone_number: string;
  readonly address1: string;
  readonly address2: string;
  readonly city: string;
  readonly state_desc: string;
  readonly country_desc: string;
  readonly zip_code: string;
  readonly tags: readonly number[];
  readonly is_active: boolean;
  /** Today where it is null. */
  readonly date_joined: string | null;
};

/** Creates many accounts by one statement. Returns the id of each, in their order. */
export async function createAccounts(work: Work, accounts: readonly NewAccount[]): Promise<number[]> {
  const { rows } = await sql<{ id: number; email: string }>`
    insert into users (domain_id, plan_id, email, first_name, last_name, company, phone_number, address1, address2, city,
      state_desc, country_desc, zip_code, tags, is_active, date_joined)
    select domain_id, plan_id, email, first_name, last_name, company, phone_number, address1, address2, city,
      state_desc, country_desc, zip_code, array(select jsonb_array_elements_text(tags)::smallint), is_active,
      coalesce(date_joined, now())
    from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) account (domain_id integer, plan_id smallint, email text,
      first_name text, last_name text, company text, phone_number text, address1 text, address2 text, city text,
      state_desc text, country_desc text, zip_code text, tags jsonb, is_active boolean, date_joined timestamptz)
    returning id, lower(email) as email`.execute(work.db);
  const ids = new Map(rows.map(({ id, email }) => [email, id]));
  return accounts.map(({ email }) => {
    const id = ids.get(email.toLowerCase());
    if (id === undefined) throw new Error('An account was not created.');
    return id;
  });
}
