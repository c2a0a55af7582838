import type { ImportKind } from '@vialkeep/contract/import-fields.ts';
import { listImportProblems } from '@vialkeep/contract/imports.ts';
import { deleteInactiveUser } from '@vialkeep/contract/users.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paperOf, zipOf } from '../../../testing/imports/papers.ts';
import { countRowsElsewhere } from '../../../testing/imports/rows-elsewhere.ts';
import { apply, beginImport, check, csv, sendFile } from '../../../testing/imports/run-files.ts';
import { type Caller, newWorld, type World } from '../../../testing/world.ts';

const ROWS = process.env.LONG ? 20_000 : 400;
/** Reading a PDF takes a process of its own, so there are fewer. */
const PAPERS = process.env.LONG ? 300 : 20;

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
});
afterAll(() => world.close());

type Planted = { readonly line: string; readonly at: string | null };

/** A row of a person, with at most one fault, whose place and reason are known. */
const person = (n: number, fault: number): Planted => {
  const row = {
    key: `O-${n}`,
    plan: '2',
    email: `one-${n}@verdict.test`,
    first: 'Ann',
    center: 'hc@vialkeep.test',
    joined: '',
  };
  const planted = [
    null,
    () => ({ ...row, key: '', at: 'key required' }),
    () => ({ ...row, plan: '10', at: 'plan unknown_value' }),
    () => ({ ...row, email: 'nothing', at: 'email not_an_email' }),
    () => ({ ...row, first: 'x'.repeat(101), at: 'first_name too_long' }),
    () => ({ ...row, center: 'nobody@verdict.test', at: 'center unknown_person' }),
    () => ({ ...row, center: 'rep@vialkeep.test', at: 'center does_not_fit' }),
    () => ({ ...row, joined: '2021-02-30', at: 'date_joined not_a_date' }),
    () => ({ ...row, email: 'lab@vialkeep.test', at: 'plan plan_differs' }),
    () => ({ ...row, email: 'admin@north.test', at: 'email email_in_use' }),
    () => ({ ...row, key: 'O-first', at: 'key twice_in_file' }),
  ][fault];
  const { at, ...cells } = planted ? planted() : { ...row, at: null };
  return { line: Object.values(cells).join(','), at };
};

const entry = (n: number, patient: number, fault: number): Planted => {
  const row = { key: `E-${n}`, patient: `O-${patient}`, type: 'added', quantity: '1', date: '2021-05-20', codes: '' };
  const planted = [
    null,
    () => ({ ...row, patient: 'nobody', at: 'patient unknown_person' }),
    () => ({ ...row, patient: 'hc@vialkeep.test', at: 'patient does_not_fit' }),
    () => ({ ...row, type: 'lost', at: 'type unknown_value' }),
    () => ({ ...row, quantity: 'many', at: 'quantity not_a_number' }),
    () => ({ ...row, date: 'soon', at: 'date not_a_date' }),
    () => ({ ...row, codes: `ONE-${n};TWO-${n}`, at: 'codes not_that_many' }),
    () => ({ ...row, type: 'shipped', quantity: '9999', at: 'quantity not_that_many' }),
  ][fault];
  const { at, ...cells } = planted ? planted() : { ...row, at: null };
  return { line: Object.values(cells).join(','), at };
};

const sale = (n: number, patient: number, fault: number): Planted => {
  const row = {
    key: `S-${n}`,
    date: '2021-04-01',
    buyer: 'hc@vialkeep.test',
    product: '2',
    amount: '10.00',
    patient: `O-${patient}`,
  };
  const planted = [
    null,
    () => ({ ...row, buyer: 'nobody', at: 'buyer unknown_person' }),
    () => ({ ...row, product: '77', at: 'product unknown_value' }),
    () => ({ ...row, amount: '1.234', at: 'amount not_a_number' }),
    () => ({ ...row, patient: 'hc@vialkeep.test', at: 'patient does_not_fit' }),
  ][fault];
  const { at, ...cells } = planted ? planted() : { ...row, at: null };
  return { line: Object.values(cells).join(','), at };
};

const record = (patient: number, fault: number): Planted => {
  const good = `O-${patient},2021-04-01,2021-04-02`;
  if (fault === 1)
    return { line: `O-${patient},2021-04-02,2021-04-01`, at: 'date_adipose_received_by_lab dates_contradict' };
  return { line: good, at: null };
};

const document = (n: number, patient: number, fault: number): Planted => {
  const row = { patient: `O-${patient}`, kind: 'storage', signed: '2021-04-01', file: `paper-${n}.pdf` };
  const planted = [
    null,
    () => ({ ...row, patient: 'nobody', at: 'patient unknown_person' }),
    () => ({ ...row, patient: 'hc@vialkeep.test', at: 'patient does_not_fit' }),
    () => ({ ...row, kind: 'will', at: 'kind unknown_value' }),
    () => ({ ...row, signed: '2999-01-01', at: 'signed_on not_a_date' }),
    () => ({ ...row, file: 'missing.pdf', at: 'file file_missing' }),
    () => ({ ...row, file: 'broken.pdf', at: 'file not_a_pdf' }),
  ][fault];
  const { at, ...cells } = planted ? planted() : { ...row, at: null };
  return { line: Object.values(cells).join(','), at };
};

const shipment = (n: number, patient: number, fault: number): Planted => {
  const row = {
    key: `H-${n}`,
    center: 'hc@vialkeep.test',
    patients: `O-${patient}`,
    date: '2021-04-01',
    number: `${n}`,
    delivered: '2021-04-03',
    file: '',
  };
  const planted = [
    null,
    () => ({ ...row, center: 'nobody', at: 'center unknown_person' }),
    () => ({ ...row, center: 'rep@vialkeep.test', at: 'center does_not_fit' }),
    () => ({ ...row, patients: 'nobody', at: 'patients unknown_person' }),
    () => ({ ...row, patients: 'hc@vialkeep.test', at: 'patients does_not_fit' }),
    () => ({ ...row, date: 'soon', at: 'label_date not_a_date' }),
    () => ({ ...row, delivered: '2021-03-31', at: 'delivered_on dates_contradict' }),
    () => ({ ...row, file: 'missing.pdf', at: 'file file_missing' }),
    () => ({ ...row, number: 'x'.repeat(101), at: 'tracking_number too_long' }),
  ][fault];
  const { at, ...cells } = planted ? planted() : { ...row, at: null };
  return { line: Object.values(cells).join(','), at };
};

/** Mostly rows without a fault. */
const faultOf = (most: number) => fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: most }));

test('check and import agree on every row, the check writes nothing elsewhere, and each planted fault is told at its own row and column', {
  timeout: ROWS * 60 + PAPERS * 10_000 + 120_000,
}, async () => {
  const [drawn] = fc.sample(
    fc.array(
      fc.record({
        person: faultOf(10),
        entry: faultOf(7),
        sale: faultOf(4),
        record: faultOf(1),
        document: faultOf(6),
        shipment: faultOf(8),
      }),
      { minLength: ROWS / 4, maxLength: ROWS / 4 },
    ),
    { numRuns: 1, ...(process.env.SEED ? { seed: Number(process.env.SEED) } : {}) },
  );
  if (!drawn) throw new Error('Nothing was drawn.');
  const good: number[] = [];
  const used = new Set<number>();
  const people = drawn.map(({ person: drawnFault }, n) => {
    // An account of the network stands once in a file: a second row would have a second fault.
    const fault = drawnFault >= 8 && drawnFault <= 9 && used.has(drawnFault) ? 0 : drawnFault;
    used.add(fault);
    if (fault === 0) good.push(n);
    return person(n, fault);
  });
  const patientOf = (n: number) => good[n % good.length] ?? 0;
  const files: readonly [ImportKind, string, readonly Planted[]][] = [
    [
      'people',
      'key,plan,email,first_name,center,date_joined,last_name',
      [{ line: 'O-first,2,first@verdict.test,Ann,,', at: null }, ...people].map(({ line, at }) => ({
        line: `${line},Last`,
        at,
      })),
    ],
    [
      'processing',
      'patient,date_adipose_shipped_to_lab,date_adipose_received_by_lab',
      good.map((patient, n) => record(patient, drawn[n]?.record ?? 0)),
    ],
    [
      'vials',
      'key,patient,type,quantity,date,codes',
      drawn.map(({ entry: fault }, n) => entry(n, patientOf(n), fault)),
    ],
    [
      'transactions',
      'key,date,buyer,product,amount,patient',
      drawn.map(({ sale: fault }, n) => sale(n, patientOf(n), fault)),
    ],
    [
      'documents',
      'patient,kind,signed_on,file',
      drawn.slice(0, PAPERS).map(({ document: fault }, n) => document(n, patientOf(n), fault)),
    ],
    [
      'labels',
      'key,center,patients,label_date,tracking_number,delivered_on,file',
      drawn.map(({ shipment: fault }, n) => shipment(n, patientOf(n), fault)),
    ],
  ];
  const id = await beginImport(world, admin);
  const wanted: string[] = [];
  let rows = 0;
  for (const [kind, header, planted] of files) {
    const { fileId } = await sendFile(world, admin, id, kind, csv(header, ...planted.map(({ line }) => line)));
    rows += planted.length;
    for (const [n, { at }] of planted.entries()) if (at) wanted.push(`${fileId} ${n + 2} ${at}`);
  }
  const papers: Record<string, Buffer> = { 'broken.pdf': Buffer.from('%PDF-1.7 and nothing more') };
  for (let n = 0; n < PAPERS; n += 1) papers[`paper-${n}.pdf`] = await paperOf(`Paper ${n}`);
  await sendFile(world, admin, id, 'pdfs', await zipOf(papers), 'papers.zip');
  const elsewhere = await countRowsElsewhere(world);
  const checked = await check(world, admin, id);
  expect(await countRowsElsewhere(world)).toEqual(elsewhere);
  const told: string[] = [];
  for (let offset = 0; offset === told.length; offset += 100) {
    const { results } = await world.call(admin, listImportProblems, {
      params: { id },
      query: { limit: '100', offset: String(offset) },
    });
    told.push(...results.map(({ file_id, row, column, reason }) => `${file_id} ${row} ${column} ${reason}`));
  }
  expect(told.toSorted()).toEqual(wanted.toSorted());
  expect(checked.counts).toMatchObject({ rows, create: rows - wanted.length, problems: wanted.length });
  const verdicts = () =>
    world.sql(
      `select file_id, row_no, state in ('new', 'applied') as is_taken from import_rows where import_id = $1 order by 1, 2`,
      [id],
    );
  const before = await verdicts();
  const applied = await apply(world, admin, id, true);
  expect(await verdicts()).toEqual(before);
  expect(applied.counts).toEqual({ ...checked.counts, applied: rows - wanted.length });
});

test('a person who was imported and removed by hand is imported again by the same key, as the check says', async () => {
  const rows = csv('key,plan,email,first_name,last_name,is_active', 'R-1,2,removed@verdict.test,Re,Moved,no');
  const first = await beginImport(world, admin);
  await sendFile(world, admin, first, 'people', rows);
  await check(world, admin, first);
  await apply(world, admin, first);
  await world.call(admin, deleteInactiveUser, { params: { id: await world.idOf('removed@verdict.test') } });
  const second = await beginImport(world, admin);
  await sendFile(world, admin, second, 'people', rows.replace('Moved', 'Turned'));
  expect((await check(world, admin, second)).counts).toMatchObject({ create: 1, problems: 0 });
  expect((await apply(world, admin, second)).counts).toMatchObject({ create: 1, problems: 0, applied: 1 });
  expect(
    await world.sql(`select users.last_name, known.import_id from source_keys known
      join users on users.id = known.target_id where known.key = 'R-1'`),
  ).toEqual([{ last_name: 'Turned', import_id: second }]);
});
