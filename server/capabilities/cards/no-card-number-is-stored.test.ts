import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addCard, addFirstCard, deleteCard, listCards } from '@vialkeep/contract/cards.ts';
import { Redacted } from '@vialkeep/contract/kernel/redacted.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CardDetails } from '../../ports/card-details.ts';
import { bytesOfDatabase, endOfLog } from '../../testing/bytes-of-database.ts';
import { pathFor } from '../../testing/path-for.ts';
import { startLoggingServer } from '../../testing/servers/logging-server.ts';
import { newWorld, type World } from '../../testing/world.ts';

let world: World;
let server: Awaited<ReturnType<typeof startLoggingServer>>;
beforeAll(async () => {
  world = await newWorld();
  server = await startLoggingServer(world);
});
afterAll(async () => {
  await server.stop();
  await world.close();
});

const KEPT = '4929123412341232';
const SECOND = '5555443322110099';
const LOST = '4000000000000341';
const FAILS = '4000000000000119';
const WRONG = '4929123412341233';
const CODE = '7531';
const HOLDER = 'Canary Holder';

const dataOf = (card_number: string, about: object = {}) => ({
  card_holder: HOLDER,
  card_number,
  expiration_date: '2039-01',
  cvv: CODE.slice(0, 3),
  ...about,
});

test('F090 T31 after every outcome of adding a card, no table, log, email, file or answer contains its number or code', async () => {
  const since = await endOfLog(world);
  const person = await world.as('hc3');
  const answers: string[] = [];
  const send = async (route: Route, body: unknown, id?: number) => {
    const answer = await fetch(`${server.address}${pathFor(route, id ? { id } : {}, {})}`, {
      method: route.method,
      headers: { 'content-type': 'application/json', authorization: `token ${person.token}` },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    answers.push(`${answer.status} ${await answer.text()} ${JSON.stringify([...answer.headers])}`);
  };

  await send(addFirstCard, dataOf(KEPT));
  await send(addCard, dataOf(SECOND, { default: true }));
  await send(addCard, dataOf(WRONG));
  await send(addCard, dataOf(FAILS));
  await send(addCard, dataOf(KEPT, { cvv: CODE }));
  await send(addCard, dataOf(KEPT, { card_holder: KEPT }));
  await send(addCard, dataOf(KEPT, { expiration_date: '2019-01' }));
  await send(addCard, dataOf(KEPT, { customer_profile_id: KEPT }));
  await send(addCard, JSON.stringify(dataOf(KEPT)).slice(0, -1));
  await send(addCard, [dataOf(KEPT)]);
  await send(listCards, { user_id: person.user.id });
  await send(updateUser, { auth_customer_payment_profile_id: KEPT }, person.user.id);
  await send(deleteCard, { payment_id: KEPT });
  await world.sql('alter table saved_cards rename to gone');
  await send(addCard, dataOf(KEPT));
  await world.sql('alter table gone rename to saved_cards');
  await world.sql("alter table saved_cards add constraint planted check (holder <> 'Canary Holder') not valid");
  await send(addCard, dataOf(SECOND));
  const [row] = await world.sql<{ customer_id: string; card_id: string }>(
    "select * from saved_cards where last4 = '1232'",
  );
  await send(deleteCard, { profile_id: row?.customer_id, payment_id: row?.card_id });
  await charges();
  const log = await server.end();

  const places = {
    answers: answers.join('\n'),
    log,
    database: await everyTable(),
    files: await everyFile(server.dataDir),
  };
  expect(places.answers.match(/^\d+/gm)).toEqual(
    [200, 200, 400, 503, 400, 400, 400, 404, 400, 400, 200, 400, 404, 500, 500, 200].map(String),
  );
  const onDisk = await bytesOfDatabase(world, since);
  for (const [place, bytes] of Object.entries(onDisk)) {
    expect(bytes.includes(HOLDER), `the search finds the holder in the ${place}`).toBe(true);
    for (const number of [KEPT, SECOND, LOST, FAILS, WRONG].flatMap(waysToWrite)) {
      expect(bytes.includes(number), `${number} in PostgreSQL’s ${place}`).toBe(false);
    }
  }
  // Proves that the search works: it finds the values that may be stored.
  for (const shown of [HOLDER, '0099']) expect(places.database).toContain(shown);
  expect(places.log).toContain('/api/v1/billing-profiles/create-profile/');
  for (const [place, text] of Object.entries(places)) {
    for (const number of [KEPT, SECOND, LOST, FAILS, WRONG]) {
      expect(digitsOnly(text).includes(number), `${number} in ${place}`).toBe(false);
    }
    // Three digits occur everywhere, so the search looks for them beside the name of the field.
    expect(/(?:cvv|cvc|code)\W{0,6}753/i.test(text), `the code in ${place}`).toBe(false);
  }
});

/** Charges the gateway directly, as a checkout does. */
async function charges(): Promise<void> {
  const { payments } = world.app.services;
  for (const number of [KEPT, LOST, FAILS]) {
    const card = new CardDetails({
      number: new Redacted(number),
      code: new Redacted(CODE),
      expires: '2039-01',
      holder: HOLDER,
    });
    const charge = { reference: `leak-${number.slice(-4)}`, invoiceNumber: '1', description: 'Fee', billTo: null };
    const customer = { id: '1', email: 'canary@vialkeep.test' };
    await payments.charge({ ...charge, amountCents: 100, card, customer }).catch(() => null);
  }
}

/** Returns every row of every table, including the job queue. */
async function everyTable(): Promise<string> {
  const tables = await world.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await world.sql<{ row: string }>(`select t::text as row from ${name} t`);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

async function everyFile(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n');
}

function waysToWrite(number: string): string[] {
  const groups = number.match(/.{4}/g) ?? [];
  return [number, groups.join(' '), groups.join('-')];
}

/** Joins digits that blanks or dashes separate, so that a formatted card number is found too. */
function digitsOnly(text: string): string {
  return text.replaceAll(/(?<=\d)[ -](?=\d)/g, '');
}
