import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newWorld, type World } from '../../testing/world.ts';
import { isPersonal, personalData } from './personal-data.ts';
import type { TableDecision } from './personal-table.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

type Column = { readonly table: string; readonly column: string };

const decisions = new Map<string, TableDecision>(Object.entries(personalData));

/**
 * Columns that refer to a user, columns whose name says that they hold a user's id or an email address, and columns that
 * can hold the ids of several users.
 */
function columnsAboutPeople(): Promise<Column[]> {
  return world.sql<Column>(`
    select relation.relname as table, attribute.attname as column
    from pg_class relation join pg_attribute attribute on attribute.attrelid = relation.oid
    where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p')
      and not relation.relispartition and attribute.attnum > 0
      and not attribute.attisdropped
      and (attribute.attname ~ '(^|_)(user|patient|actor|owner|buyer|signer|target|subject)_id$|email|^recipient$|^sent_to$|_ids$|^seen$'
        or attribute.atttypid in ('integer[]'::regtype, 'bigint[]'::regtype)
        or exists (select from pg_constraint link where link.contype = 'f' and link.conrelid = relation.oid
          and link.confrelid = 'users'::regclass and attribute.attnum = any (link.conkey)
          and attribute.attname <> 'domain_id'))
    order by 1, 2`);
}

/** Columns that look like a user or an address and are none. */
const OTHER_MEANINGS = new Set([
  'account_keys.subject_id',
  'assets.plan_ids',
  'audit_log.subject_id',
  'commission_rules.product_ids',
  'coupons.product_ids',
  'documents.emailed_at',
  'domains.email_sender',
  'identity_policies.second_factor_plans',
  'identity_policies.verify_email',
  // Of the person whom the row has made, by whose number it is found.
  'import_rows.email',
  'imports.missing_email',
  'money_settings.dunning_days',
  // An inspector has no account.
  'inspections.email',
  'domains.support_email',
  'sandbox_customers.email',
  'signatures.subject_id',
  'users.email',
  'users.email_verified_at',
  // The rows are those of the account, and both addresses are the account's.
  'email_changes.new_email',
  'email_changes.old_email',
]);

function mentions(decision: TableDecision, column: string): boolean {
  if (!isPersonal(decision)) return false;
  const { ids = [], emails = [], named, where = '' } = decision;
  return (
    [...ids, ...emails, ...(named?.ids ?? []), ...(named?.lists ?? [])].includes(column) ||
    new RegExp(`\\b${column}\\b`).test(where)
  );
}

/** The columns that no decision speaks of. */
function undecided(columns: readonly Column[]): string[] {
  return columns
    .filter(
      ({ table, column }) =>
        !OTHER_MEANINGS.has(`${table}.${column}`) && !mentions(decisions.get(table) ?? NONE, column),
    )
    .map(({ table, column }) => `${table}.${column}`);
}

const NONE: TableDecision = { notPersonal: 'unknown' };
const COMPUTED = new Set(['account_patient_counts']);

describe('The decisions about personal data', () => {
  test('every table of the schema has a decision, and every decision has a table', async () => {
    const tables = await world.sql<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition",
    );
    const known = tables.map(({ name }) => name).filter((name) => name !== 'schema_migrations');
    expect(known.filter((name) => !decisions.has(name))).toEqual([]);
    expect([...decisions.keys()].filter((name) => !known.includes(name))).toEqual([]);
  });

  test('every column that names a person or an address belongs to the decision of its table', async () => {
    const columns = (await columnsAboutPeople()).filter(
      ({ table }) => !COMPUTED.has(table) && table !== 'schema_migrations',
    );
    expect(columns.length).toBeGreaterThan(80);
    expect(undecided(columns)).toEqual([]);
  });

  test('every column that a decision names exists', async () => {
    const columns = await world.sql<{ name: string }>(
      "select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'",
    );
    const known = new Set(columns.map(({ name }) => name));
    const wanted = [...decisions].flatMap(([table, decision]) => {
      if (!isPersonal(decision)) return [];
      const { ids = [], emails = [], named, omitted = [] } = decision;
      return [
        ...ids,
        ...emails,
        ...omitted,
        ...(named?.ids ?? []),
        ...(named?.lists ?? []),
        ...(named?.shown ?? []),
      ].map((name) => `${table}.${name}`);
    });
    expect(wanted.filter((name) => !known.has(name))).toEqual([]);
  });

  test('a new table with a user column and without a decision is found', async () => {
    await world.sql('create table planted_notes (id integer, user_id integer references users)');
    try {
      expect(undecided(await columnsAboutPeople())).toContain('planted_notes.user_id');
    } finally {
      await world.sql('drop table planted_notes');
    }
  });

  test('a new table with a list of numbers, or with a list of ids, and without a decision is found', async () => {
    await world.sql('create table planted_lists (numbers bigint[], member_ids text[], words text[])');
    try {
      const found = undecided(await columnsAboutPeople()).filter((name) => name.startsWith('planted_lists.'));
      expect(found).toEqual(['planted_lists.member_ids', 'planted_lists.numbers']);
    } finally {
      await world.sql('drop table planted_lists');
    }
  });

  test('no exported table shows a column of bytes, a hash of a secret or a sealed secret', async () => {
    const secret = await world.sql<Column>(
      `select table_name as table, column_name as column from information_schema.columns
       where table_schema = 'public' and (data_type = 'bytea' or column_name ~ 'password_hash|wrapped|^sealed$|secret')`,
    );
    const shown = secret.filter(({ table, column }) => {
      const decision = decisions.get(table);
      return decision !== undefined && isPersonal(decision) && !decision.omitted?.includes(column);
    });
    expect(shown.map(({ table, column }) => `${table}.${column}`)).toEqual(['letters.secret_until']);
  });
});
