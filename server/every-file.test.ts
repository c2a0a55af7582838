import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { type ReadingKind, readingKinds } from '@vialkeep/contract/kernel/reads.ts';
import { askForPrivacy, erasePerson } from '@vialkeep/contract/privacy.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fillBench } from './testing/bench/fill-bench.ts';
import { signAllDocuments } from './testing/documents/signers.ts';
import { beginImport, check, sendFile } from './testing/imports/run-files.ts';
import { newErasablePerson } from './testing/privacy/erasable-person.ts';
import { addStorageRecords } from './testing/storage/matrix-targets.ts';
import { type Caller, type Input, newWorld, type World } from './testing/world.ts';

const TIMEOUT_MS = 120_000;
const LABEL = `${'0a'.repeat(16)}.pdf`;

/** The calls that answer a file with data of people; those that the catalogue adds need a row below. */
/** The files of inspectors, who have no account, are read in `inspections/inspector-token.test.ts`. */
const fileCalls = catalogue.filter(
  ({ route: { reads, answersFile, inspector } }) => reads && answersFile && !inspector,
);

/** The readers of a file, what they ask for and the people in it; null where the file is an export. */
type FileReading = {
  readonly readers: readonly string[];
  readonly input: Input;
  readonly people: readonly number[] | null;
};

const asked = new Map<string, FileReading>();
const anExport = { readers: ['admin', 'super'], input: {}, people: null };

let world: World;
beforeAll(async () => {
  world = await newWorld();
  const { user: patient } = await world.as('patient');
  const [document] = await signAllDocuments(world, await world.as('hc'), {
    name: patient.username,
    email: patient.email,
  });
  asked.set('readDocumentFile', {
    readers: ['hc', 'admin', 'super', 'patient'],
    input: { params: { file: `${document?.document_id}.pdf` } },
    people: [patient.id],
  });
  asked.set('readLabelFile', {
    readers: ['hc', 'admin', 'super'],
    input: { params: { file: LABEL } },
    people: await addLabelFile(),
  });
  asked.set('readKeptPaper', await erasedPaper());
  asked.set('readBenchPhoto', await addBenchPhoto());
  asked.set('printLabels', await vialLabel());
  const papers = await orderPapers();
  asked.set('printPackingSlip', papers);
  asked.set('readOrderLabel', papers);
  asked.set('exportTrace', await anyTrace());
  const { user: rep } = await world.as('rep');
  const statement = {
    readers: ['rep', 'admin', 'super'],
    input: { params: { user_id: rep.id, month: new Date().toISOString().slice(0, 7) } },
    people: [rep.id],
  };
  asked.set('exportCommissionStatement', statement);
  asked.set('printCommissionStatement', statement);
  const [run] = await world.sql<{ id: number }>(
    `with run as (
       insert into payout_runs (domain_id, cutoff, state, approved_by, approved_at, approvals)
       values (1, '2026-01-01', 'approved', $1, now(), 1) returning id),
     payee as (
       insert into payout_people (run_id, person_id, domain_id, cents, approval, payee_name, payee_reference)
       select id, $1, 1, 100, 1, 'Rep', 'A-1' from run)
     select id from run`,
    [rep.id],
  );
  asked.set('exportPayoutRun', { ...anExport, input: { params: { id: run?.id } } });
  const { storageInvoice } = await addStorageRecords(world, patient.id, 1);
  asked.set('printStorageInvoice', {
    readers: ['patient', 'admin', 'super'],
    input: { params: { id: storageInvoice } },
    people: [patient.id],
  });
  asked.set('exportImportProblems', await rowsWithProblems());
  for (const name of [
    'exportUsers',
    'exportTransactionsCsv',
    'exportTransactionsXlsx',
    'exportAudit',
    'exportAccess',
    'exportJournal',
  ]) {
    asked.set(name, anExport);
  }
}, TIMEOUT_MS);
afterAll(() => world.close());

/** The label of a vial of the demo's bench. */
async function vialLabel() {
  const [vial] = await world.sql<{ code: string; patient: number; lab: number }>(
    `select vials.code, vials.patient_id as patient, vials.lab_id as lab from vials
       join lab_settings on lab_settings.lab_id = vials.lab_id and bench_on
     where vials.state = 'stored' order by vials.id limit 1`,
  );
  const body = { lab_id: vial?.lab, codes: [vial?.code], format: 'zpl', reason: 'The label tore.' };
  return { readers: ['admin', 'super'], input: { body }, people: [vial?.patient ?? 0] };
}

/** The rows of a file of people that cannot be taken. */
async function rowsWithProblems(): Promise<FileReading> {
  const admin = await world.as('admin');
  const id = await beginImport(world, admin);
  const rows = 'key,plan,email,first_name,last_name\r\nP-1,2,not an address,Ann,Old\r\n';
  const { fileId } = await sendFile(world, admin, id, 'people', rows);
  await check(world, admin, id);
  return { ...anExport, input: { params: { id }, query: { file: String(fileId) } } };
}

/** The trace of a deviation of a lab whose bench is on. */
async function anyTrace(): Promise<FileReading> {
  const { deviation } = await fillBench(world);
  return { ...anExport, input: { params: { id: deviation } } };
}

/** A label of hc@ with a file, for two patients. */
async function addLabelFile(): Promise<number[]> {
  const people = await world.sql<{ id: number }>(
    "select id from users where email in ('patient@vialkeep.test', 'patient2@vialkeep.test') order by id",
  );
  await world.sql(
    `insert into files (name, domain_id, owner_id, uploaded_by, given_name, media_type, bytes, sha256)
     select $1, 1, id, id, 'label.pdf', 'application/pdf', 8, 'x' from users where email = 'admin@vialkeep.test'`,
    [`fedex-label/${LABEL}`],
  );
  await world.sql(
    `with label as (
       insert into labels (domain_id, requester_id, center_id, center_email, representative, label_date, address1, city,
         state_desc, country_desc, zip_code, tracking_number, file, made_at)
       select 1, id, id, email, 'Rep', current_date, '1 Way', 'Town', 'Texas', 'United States', '1', '7946', $1, now()
       from users where email = 'hc@vialkeep.test' returning id)
     insert into label_patients (label_id, patient_id, domain_id) select label.id, patient, 1 from label, unnest($2::int[]) patient`,
    [`fedex-label/${LABEL}`, people.map(({ id }) => id)],
  );
  await world.app.services.files.put(`fedex-label/${LABEL}`, Buffer.from('%PDF-1.7'), { mediaType: 'application/pdf' });
  return people.map(({ id }) => id);
}

/** An order at a lab, with the carrier's label. */
async function orderPapers(): Promise<FileReading> {
  const { order, patient } = await fillBench(world);
  const name = `order-label/${LABEL}`;
  await world.sql(
    `insert into files (name, domain_id, owner_id, uploaded_by, given_name, media_type, bytes, sha256)
     select $1, 1, id, id, 'label.pdf', 'application/pdf', 8, 'x' from users where email = 'admin@vialkeep.test'`,
    [name],
  );
  await world.sql('update vial_orders set file = $1, made_at = now() where id = $2', [name, order]);
  await world.app.services.files.put(name, Buffer.from('%PDF-1.7'), { mediaType: 'application/pdf' });
  return { readers: ['admin', 'super'], input: { params: { id: order } }, people: [patient] };
}

/** A photo of an arrival at a lab. */
async function addBenchPhoto(): Promise<FileReading> {
  const { arrival, patient } = await fillBench(world);
  const [photo] = await world.sql<{ file: string }>('select file from arrival_photos where arrival_id = $1', [arrival]);
  const name = photo?.file ?? '';
  await world.app.services.files.put(name, Buffer.from('PNG'), { mediaType: 'image/png' });
  return { readers: ['admin', 'super'], input: { params: { file: name.split('/')[1] } }, people: [patient] };
}

/** A paper that a person signed before they were erased. */
async function erasedPaper(): Promise<FileReading> {
  const { id, caller } = await newErasablePerson(world);
  const { request } = await world.call(caller, askForPrivacy, { body: { kind: 'erasure', text: 'Please' } });
  await world.call(await world.as('admin'), erasePerson, { params: { id: request.id }, body: { confirm: `#${id}` } });
  const [paper] = await world.sql<{ id: number }>(
    "select id from documents where signer_id = $1 and status = 'Completed' order by id limit 1",
    [id],
  );
  return { readers: ['super'], input: { params: { id: paper?.id }, body: { reason: 'A court asks' } }, people: [id] };
}

/** The people whom the records of a session name under a kind; one entry `filter` for each export. */
async function listRecorded({ token }: Caller, what: ReadingKind): Promise<(number | 'filter')[]> {
  const rows = await world.sql<{ subject_id: number | null }>(
    `select r.subject_id from access_records r join sessions s on s.id = r.session_id
     where r.what = $1 and s.token_hash = sha256(convert_to($2, 'UTF8')) order by r.subject_id`,
    [readingKinds.indexOf(what), token],
  );
  return rows.map(({ subject_id }) => subject_id ?? 'filter');
}

/** Reads a file and returns what is recorded when its answer has arrived, and what must be. */
async function readFile(name: string, reader: string) {
  const call = fileCalls.find((one) => one.name === name)?.route;
  const reading = asked.get(name);
  if (!call?.reads || !reading) throw new Error(`${name} reads no file of a person.`);
  const session = await world.as(reader);
  const response = await world.send(session, call, reading.input);
  expect(response.statusCode, response.body.slice(0, 200)).toBe(200);
  expect(response.rawPayload.length).toBeGreaterThan(0);
  // A call that has written is answered in any case, so its record follows.
  if (call.method === 'POST') await world.app.services.accessRecords.drain();
  const people = reading.people?.filter((id) => id !== session.user.id) ?? ['filter' as const];
  return { recorded: await listRecorded(session, call.reads.what), people };
}

describe('Completeness of reading files', { timeout: TIMEOUT_MS }, () => {
  test('every call that answers a file with data of people is read here', () => {
    expect([...asked.keys()].toSorted()).toEqual(fileCalls.map(({ name }) => name).toSorted());
  });

  test.each(fileCalls)('$name records exactly the people of its file, for every reader', async ({ name }) => {
    for (const reader of asked.get(name)?.readers ?? []) {
      const { recorded, people } = await readFile(name, reader);
      expect(recorded, `${name} for ${reader}`).toEqual(people);
    }
  });

  test('a file that is answered without its record is found', async () => {
    const { accessRecords } = world.app.services;
    for (const name of asked.keys()) {
      const planted = vi.spyOn(accessRecords, 'record').mockResolvedValue();
      const { recorded, people } = await readFile(name, 'super');
      planted.mockRestore();
      expect([recorded, people.length > 0], name).toEqual([[], true]);
    }
  });
});
