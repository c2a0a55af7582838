import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newWorld, type World } from '../../testing/world.ts';

const CHANGES = 200;
const TIMEOUT_MS = 60_000;

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

type Ledger = {
  readonly table: string;
  readonly chain: string;
  readonly columns: readonly string[];
  /** The first broken row of a chain. */
  readonly verify: string;
  /** The number of broken chains. */
  readonly broken: string;
};

const audit: Ledger = {
  table: 'audit_log',
  chain: 'domain_id',
  columns: ['at', 'actor_id', 'user_id', 'action', 'subject', 'subject_id', 'facts', 'request_id', 'previous', 'hash'],
  verify: 'select audit_first_break($1) as first',
  broken: 'select count(audit_first_break(id))::int as n from domains',
};
const custody: Ledger = {
  table: 'custody_events',
  chain: 'patient_id',
  columns: ['at', 'actor_id', 'user_id', 'kind', 'occurred_on', 'facts', 'request_id', 'previous', 'hash'],
  verify: 'select first_break as first from custody_breaks($1, $1)',
  broken: 'select count(*)::int as n from custody_breaks(1, 1000000)',
};

type PickedRow = { readonly chain: number; readonly position: number; readonly value: string };

/** A random row whose column holds a letter or a digit that can be changed. */
async function pickRow({ table, chain, columns }: Ledger, round: number): Promise<PickedRow & { column: string }> {
  const column = columns[round % columns.length] ?? '';
  const [row] = await world.sql<PickedRow>(
    `select ${chain} as chain, position::int, ${column}::text as value from ${table}
     where ${column}::text ~ '[0-9a-z]' order by random() limit 1`,
  );
  if (!row) throw new Error(`No row of ${table} has a value in ${column}.`);
  return { ...row, column };
}

/** Replaces one byte, so that the value keeps its type: the last digit of a number, a time or a hash, else a letter. */
function changeByte(column: string, value: string): string {
  if (column === 'facts') return changeLetter(value);
  const at = changedPlace(column, value);
  const byte = value[at] ?? '';
  const others: Record<string, string> = { 0: '1', a: 'b' };
  const other = /\d/.test(byte) ? (others[byte] ?? String(Number(byte) - 1)) : (others[byte] ?? 'a');
  return value.slice(0, at) + other + value.slice(at + 1);
}

/** A time zone follows the digits of a time. Of a day the century is changed, because another day of the month may not exist. */
function changedPlace(column: string, value: string): number {
  if (column === 'at') return value.search(/\d[+-]\d\d$/);
  return column === 'occurred_on' ? 1 : value.search(/[0-9a-z](?=[^0-9a-z]*$)/);
}

/** A letter of a key or of a text; the words `true`, `false` and `null` stand outside quotes. */
function changeLetter(facts: string): string {
  const quoted = [...facts.matchAll(/"[^"\\]*[a-z][^"\\]*"/g)];
  const chosen = quoted[Math.floor(Math.random() * quoted.length)];
  const start = chosen?.index ?? 0;
  const at = start + (chosen?.[0].search(/[a-z]/) ?? 0);
  return `${facts.slice(0, at)}${facts[at] === 'x' ? 'y' : 'x'}${facts.slice(at + 1)}`;
}

async function firstBreak({ verify }: Ledger, chain: number): Promise<number | null> {
  const [row] = await world.sql<{ first: string | null }>(verify, [chain]);
  const first = row?.first ?? null;
  return first === null ? null : Number(first);
}

async function countBroken({ broken }: Ledger): Promise<number> {
  return (await world.sql<{ n: number }>(broken))[0]?.n ?? 0;
}

describe.each([audit, custody])('One byte changed in $table', { timeout: TIMEOUT_MS }, (ledger) => {
  test(`${CHANGES} changes of random rows are all named, and the chains hold after each is taken back`, async () => {
    const { table, chain } = ledger;
    expect(await countBroken(ledger)).toBe(0);
    const missed: object[] = [];
    for (let round = 0; round < CHANGES; round += 1) {
      const picked = await pickRow(ledger, round);
      const changed = changeByte(picked.column, picked.value);
      expect(changed).not.toBe(picked.value);
      await world.sql('begin');
      await world.sql(`alter table ${table} disable trigger user`);
      const [type] = await world.sql<{ type: string }>(
        'select format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = $1::regclass and attname = $2',
        [table, picked.column],
      );
      await world.sql(
        `update ${table} set ${picked.column} = $3::text::${type?.type} where ${chain} = $1 and position = $2`,
        [picked.chain, picked.position, changed],
      );
      const first = await firstBreak(ledger, picked.chain);
      if (first !== picked.position) missed.push({ ...picked, changed, first });
      await world.sql('rollback');
    }
    expect(missed).toEqual([]);
    expect(await countBroken(ledger)).toBe(0);
  });
});
