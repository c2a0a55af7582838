import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { inflateRawSync } from 'node:zlib';
import { BYTE_ORDER_MARK } from '@vialkeep/contract/kernel/csv.ts';
import { exportTransactionsCsv, exportTransactionsXlsx, listTransactions } from '@vialkeep/contract/transactions.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { cellsOf } from '../../testing/csv/csv-cells.ts';
import { hasSpreadsheetProgram, openedWorkbook } from '../../testing/documents/spreadsheet-program.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  await world.sql(`update users set company = '=cmd|calc & "Sons" <x>' where email = 'hc2@vialkeep.test'`);
  await world.sql(
    `update users set first_name = '+1, Ana', last_name = E'O\\nNeil' where email = 'patient@vialkeep.test'`,
  );
});
afterAll(() => world.close());

async function csv(query: object = {}, caller = admin): Promise<{ header: string[]; rows: string[][] }> {
  const response = await world.send(caller, exportTransactionsCsv, { query: { offset: 0, ...query } });
  expect(response.statusCode).toBe(200);
  expect(response.body.startsWith(BYTE_ORDER_MARK)).toBe(true);
  const [header = [], ...rows] = cellsOf(response.body.slice(1));
  return { header, rows };
}

describe('F142 CSV file of transactions', () => {
  test('the file is named by its time and holds all filtered transactions in the order of the list', async () => {
    const { headers } = await world.send(admin, exportTransactionsCsv);
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="transaction_report_\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\.csv"$/,
    );
    for (const query of [{}, { product_id: 3 }, { search: 'Reyes' }, { product_id: 12, commission_paid: 'true' }]) {
      const listed = await world.call(admin, listTransactions, { query: { ...query, limit: 100 } });
      const { rows } = await csv(query);
      expect(rows.map(([id]) => Number(id))).toEqual(listed.results.map(({ id }) => id));
    }
    expect((await csv({ search: 'nobody at all' })).rows).toEqual([]);
  });

  test('S-33 text that would run as a formula is escaped, while numbers and dates stay readable as such', async () => {
    const { header, rows } = await csv();
    const column = (name: string) => rows.map((row) => row[header.indexOf(name)] ?? '');
    expect(column('HC')).toContain(`'=cmd|calc & "Sons" <x>`);
    expect(column('Patient')).toContain("'+1, Ana O\nNeil");
    expect(column('Transaction Date').filter((cell) => !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(cell))).toEqual([]);
    expect(column('Amount').filter((cell) => !/^\d+\.\d\d$/.test(cell))).toEqual([]);
  });

  test('S-31 the file of a site’s administrator holds only that site', async () => {
    const north = await world.as('admin@north.test', 'north.localhost');
    const { header, rows } = await csv({}, north);
    expect(new Set(rows.map((row) => row[header.indexOf('Domain')]))).toEqual(new Set(['Northlight']));
    expect((await csv({ domain_id: 1 }, north)).rows).toEqual([]);
  });
});

/** The entries of a zip file, found by its central directory as any program does. */
function unzipped(file: Buffer): Map<string, string> {
  const end = file.lastIndexOf(Buffer.from('504b0506', 'hex'));
  const found = new Map<string, string>();
  for (let at = file.readUInt32LE(end + 16), left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, length, start] = [
      file.readUInt32LE(at + 20),
      file.readUInt16LE(at + 28),
      file.readUInt32LE(at + 42),
    ];
    const name = file.toString('utf8', at + 46, at + 46 + length);
    const content = start + 30 + file.readUInt16LE(start + 26);
    const text = inflateRawSync(file.subarray(content, content + packed)).toString();
    expect(Buffer.byteLength(text)).toBe(file.readUInt32LE(at + 24));
    found.set(name, text);
    at += 46 + length;
  }
  return found;
}

describe('F142 XLSX file of transactions', () => {
  test('the workbook has numbers, dates and text in cells of their types, and no formula', async () => {
    const { rawPayload, headers } = await world.send(admin, exportTransactionsXlsx);
    expect(headers['content-disposition']).toMatch(/filename="transaction_report_[\dTZ.:-]+\.xlsx"$/);
    const sheet = unzipped(rawPayload).get('xl/worksheets/sheet1.xml') ?? '';
    const { rows } = await csv();
    expect(sheet.match(/<row>/g)).toHaveLength(rows.length + 1);
    expect(sheet).not.toContain('<f>');
    expect(sheet).toContain("'=cmd|calc &amp; &quot;Sons&quot; &lt;x&gt;");
    expect(sheet).toContain(`<c><v>${rows[0]?.[0]}</v></c>`);
    const [serial] = sheet.match(/(?<=<c s="2"><v>)[\d.]+/) ?? [];
    const moment = new Date(Math.round((Number(serial) - 25_569) * 86_400) * 1_000).toISOString();
    expect(moment.slice(0, 19).replace('T', ' ')).toBe(rows[0]?.[1]);
  });

  test.runIf(hasSpreadsheetProgram())(
    'LibreOffice converts the workbook to the rows of the CSV file',
    { timeout: 300_000 },
    async () => {
      const { rawPayload } = await world.send(admin, exportTransactionsXlsx);
      const { header, rows } = await csv();
      expect(cellsOf(await openedWorkbook(rawPayload))).toEqual([header, ...rows]);
    },
  );
});

describe('Export of many rows', () => {
  let at: { host: string; port: number; headers: Record<string, string> };
  beforeAll(async () => {
    await world.sql(`insert into transactions (domain_id, date, buyer_id, product_id, quantity, amount_cents, price_cents,
        shipping_cents, harvest_fee_cents, discount_cents, charged_cents, charged_quantity, center_id, gateway, gateway_id,
        invoice_id, description, receipt_email)
      select 1, now() - n * interval '1 minute', id, 3, 1, 29500, 29500, 0, 0, 0, 29500, 1, id, 'none', 'g' || n, n, 'Kit', email
      from users, generate_series(1, 24000) n where email = 'hc@vialkeep.test'`);
    await world.app.http.listen({ port: 0, host: '127.0.0.1' });
    const address = world.app.http.server.address();
    const port = typeof address === 'string' ? 0 : (address?.port ?? 0);
    at = { host: '127.0.0.1', port, headers: { host: 'localhost', authorization: `token ${admin.token}` } };
  });

  const ask = (path = '/api/admin/transactions/export-csv/') =>
    new Promise<IncomingMessage>((resolve, reject) => {
      request({ ...at, path }, resolve)
        .on('error', reject)
        .end();
    });
  const copying = async () => {
    const rows = await world.sql(
      `select 1 from pg_stat_activity where datname = current_database() and query like 'copy (%' and state = 'active'`,
    );
    return rows.length;
  };

  test('the statement of an export ends in PostgreSQL when the client disconnects', async () => {
    // Larger than all buffers between PostgreSQL and a reader who takes nothing.
    await world.sql(`update users set company = repeat('x', 1000) where email = 'hc@vialkeep.test'`);
    const answer = await ask();
    answer.pause();
    expect(await copying()).toBe(1);
    answer.destroy();
    await expect.poll(copying, { timeout: 20_000 }).toBe(0);
  });

  test('a statement that has sent no row yet ends when the client disconnects, its slot is free, and no error is logged', async () => {
    const errors = vi.spyOn(world.app.http.log, 'error');
    const waiting = async () => {
      // A transaction sees the sessions as they were at its first look.
      await world.sql('select pg_stat_clear_snapshot()');
      const rows = await world.sql(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length;
    };
    await world.sql('begin');
    try {
      await world.sql('lock table transactions in access exclusive mode');
      const readers = [0, 1].map(() => request({ ...at, path: '/api/admin/transactions/export-csv/' }));
      for (const reader of readers) reader.on('error', () => {}).end();
      await expect.poll(waiting, { timeout: 20_000 }).toBe(2);
      for (const reader of readers) reader.destroy();
      await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
    } finally {
      await world.sql('rollback');
    }
    const next = await ask();
    expect(next.statusCode).toBe(200);
    await text(next);
    expect(errors).not.toHaveBeenCalled();
  });

  test('T66 a third simultaneous export of the same user is refused', async () => {
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '200', '429']);
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    expect(refused?.headers['retry-after']).toBe('10');
    const bodies = await Promise.all(answers.map((answer) => text(answer)));
    expect(JSON.parse(bodies[answers.indexOf(refused ?? answers[0])] ?? '')).toMatchObject({
      success: false,
      code: 'error',
      reason: 'too_many_requests',
      message: 'Two of your files are still being made. Please try again when one has arrived.',
    });
    const next = await ask();
    expect(next.statusCode).toBe(200);
    expect((await text(next)).split('\r\n').length).toBeGreaterThan(24_000);
  });
});
