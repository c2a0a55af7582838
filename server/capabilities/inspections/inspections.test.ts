import {
  closeInspection,
  createInspection,
  endInspection,
  exportSample,
  listInspections,
  listSamples,
  openInspection,
  readInspectedDocument,
  readSample,
  SampleFile,
  sendInspectionCode,
  verifySample,
} from '@vialkeep/contract/inspections.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signAllDocuments } from '../../testing/documents/signers.ts';
import {
  addTestInspection,
  enterInspection,
  receiveCode,
  type TestInspection,
} from '../../testing/inspections/open-inspection.ts';
import { unzip } from '../../testing/privacy/unzip.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';
import { inspectionsJobs } from './inspections.jobs.ts';

let world: World;
let admin: Caller;
let patient: number;
let patient2: number;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  patient = await world.idOf('patient@vialkeep.test');
  patient2 = await world.idOf('patient2@vialkeep.test');
  const { user } = await world.as('patient');
  await signAllDocuments(world, await world.as('hc'), { name: user.username, email: user.email });
});
afterAll(() => world.close());

const sample = (id: number) => ({ params: { id } });

describe('Opening an inspection', () => {
  test('an administrator opens one, and the inspector gets a link that alone opens nothing', async () => {
    const inspection = await addTestInspection(world, admin);
    const listed = await world.call(admin, listInspections);
    expect(listed.results.find(({ id }) => id === inspection.id)).toMatchObject({
      agency: 'State agency',
      state: 'open',
      sessions: 0,
      patient_ids: null,
      with_names: false,
      may: ['end'],
    });
    const stored = await world.sql<{ row: string }>('select inspections::text as row from inspections');
    expect(stored.map(({ row }) => row).join()).not.toContain(inspection.key);
    for (const caller of [
      { ...anonymousCaller, inspection: inspection.key },
      { ...anonymousCaller, token: inspection.key },
    ]) {
      expect((await world.send(caller, listSamples)).statusCode).toBe(401);
    }
    const [audited] = await world.sql<{ action: string }>(
      "select action from audit_log where subject = 'inspection' and subject_id = $1",
      [String(inspection.id)],
    );
    expect(audited?.action).toBe('inspections.create');
  });

  test('an inspection of 15 days, of none, of no patients or of another site’s patient is refused', async () => {
    const body = { agency: 'Agency', name: 'Ina', email: 'ina@agency.test', reason: 'A visit', days: 3 };
    const north = await world.sql<{ id: number }>('select id from users where domain_id = 2 and plan_id = 2 limit 1');
    const hc = await world.idOf('hc@vialkeep.test');
    const before = await world.sql('select id from inspections');
    for (const wrong of [
      { days: 15 },
      { days: 0 },
      { patient_ids: [] },
      { patient_ids: [north[0]?.id ?? 0] },
      { patient_ids: [patient, hc] },
      { reason: 'no' },
      { email: 'no address' },
    ]) {
      expect((await world.send(admin, createInspection, { body: { ...body, ...wrong } })).statusCode).toBe(400);
    }
    expect(await world.sql('select id from inspections')).toEqual(before);
  });

  test('the database refuses an inspection of more than 14 days', async () => {
    const insert = world.sql(
      `insert into inspections (domain_id, agency, name, email, reason, made_by, ends_at, key_hash)
       select 1, 'A', 'B', 'c@d.test', 'Why', id, now() + interval '15 days', sha256('x') from users limit 1`,
    );
    await expect(insert).rejects.toThrow('an_inspection_lasts_two_weeks');
  });

  test('the administrator of a custom site inspects that site only', async () => {
    const north = await world.as('admin@north.test', 'north.localhost');
    const inspection = await addTestInspection(world, north).catch((error: Error) => error.message);
    // The demo's custom site asks for a proof of identity, which a login has just given.
    expect(inspection).toMatchObject({ id: expect.any(Number) });
    const seen = await world.call(north, listInspections);
    expect(new Set(seen.results.map(({ site }) => site))).toEqual(new Set(['Northlight']));
    const body = { agency: 'A', name: 'B', email: 'b@c.test', reason: 'Why', days: 1, domain_id: 1 };
    expect((await world.send(north, createInspection, { body })).statusCode).toBe(404);
  });
});

describe('Entering', () => {
  let inspection: TestInspection;
  beforeAll(async () => {
    inspection = await addTestInspection(world, admin);
  });
  const enter = (code: string, key = inspection.key) =>
    world.refusalOf(anonymousCaller, openInspection, { body: { key, code } });

  test('a code opens the inspection once', async () => {
    const code = await receiveCode(world, inspection);
    const { token, inspection: opened } = await world.call(anonymousCaller, openInspection, {
      body: { key: inspection.key, code },
    });
    expect(opened).toMatchObject({ agency: 'State agency', with_names: false, patients: null });
    expect((await world.send({ ...anonymousCaller, inspection: token }, listSamples)).statusCode).toBe(200);
    expect(await enter(code)).toEqual({ status: 400, reason: 'wrong_code' });
  });

  test('one of 20 simultaneous uses of a code enters', async () => {
    await world.sql("delete from rate_limits where bucket like 'inspection%'");
    const code = await receiveCode(world, inspection);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        world.send(anonymousCaller, openInspection, { body: { key: inspection.key, code } }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(19);
    process.stdout.write('20 simultaneous uses of one inspection code: 1 entered\n');
  });

  test('a newer code replaces the older one', async () => {
    await world.sql("delete from rate_limits where bucket like 'inspection%'");
    const older = await receiveCode(world, inspection);
    await receiveCode(world, inspection);
    expect((await enter(older)).reason).toBe('wrong_code');
  });

  test('after five wrong codes the right one is refused, and after ten minutes too', async () => {
    const code = await receiveCode(world, inspection);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let time = 0; time < 5; time += 1) expect((await enter(wrong)).reason).toBe('wrong_code');
    expect((await enter(code)).reason).toBe('wrong_code');
    const later = await receiveCode(world, inspection);
    await world.sql("update inspection_codes set expires_at = now() - interval '1 second' where used_at is null");
    expect((await enter(later)).reason).toBe('wrong_code');
  });

  test('a guessed key, a key of another site and a key of an ended inspection have one answer', async () => {
    await world.sql("delete from rate_limits where bucket like 'inspection%'");
    const ended = await addTestInspection(world, admin);
    await world.call(admin, endInspection, { params: { id: ended.id } });
    const elsewhere = { ...anonymousCaller, host: 'north.localhost' };
    const answers = [
      await world.send(anonymousCaller, sendInspectionCode, { body: { key: 'A'.repeat(43) } }),
      await world.send(anonymousCaller, sendInspectionCode, { body: { key: ended.key } }),
      await world.send(elsewhere, sendInspectionCode, { body: { key: inspection.key } }),
      await world.send(anonymousCaller, openInspection, { body: { key: ended.key, code: '123456' } }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400]);
    expect(new Set(answers.map((answer) => answer.json().message)).size).toBe(1);
  });

  test('keys are guessed 60 times in ten minutes from one network, then refused with 429', async () => {
    await world.sql("delete from rate_limits where bucket like 'inspection%'");
    const statuses = new Map<number, number>();
    for (let time = 0; time < 70; time += 1) {
      const { statusCode } = await world.send(anonymousCaller, openInspection, {
        body: { key: `guess-${time}`, code: '123456' },
      });
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 400: 60, 429: 10 });
    await world.sql("delete from rate_limits where bucket like 'inspection%'");
  });

  test('one inspection causes five letters an hour', async () => {
    const ask = () => world.send(anonymousCaller, sendInspectionCode, { body: { key: inspection.key } });
    const statuses: number[] = [];
    for (let time = 0; time < 6; time += 1) statuses.push((await ask()).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    await world.sql("delete from rate_limits where bucket like 'inspection%'");
  });
});

describe('The end of an inspection', () => {
  test('after an administrator ends it, the next call is refused with the reason, and so is another end', async () => {
    const inspection = await addTestInspection(world, admin);
    const inspector = await enterInspection(world, inspection);
    await world.call(inspector, readSample, sample(patient));
    await world.call(admin, endInspection, { params: { id: inspection.id } });
    for (const route of [readSample, verifySample, exportSample]) {
      expect(await world.refusalOf(inspector, route, sample(patient))).toEqual({
        status: 401,
        reason: 'inspection_over',
      });
    }
    expect(await world.refusalOf(admin, endInspection, { params: { id: inspection.id } })).toEqual({
      status: 409,
      reason: 'already_over',
    });
    const [row] = (await world.call(admin, listInspections, { query: { state: 'ended' } })).results;
    expect(row).toMatchObject({ id: inspection.id, state: 'ended', sessions: 1, may: [] });
  });

  test('an inspection whose time is over refuses every call, and the job records it once', async () => {
    const inspection = await addTestInspection(world, admin);
    const inspector = await enterInspection(world, inspection);
    await world.sql(
      "update inspections set made_at = now() - interval '3 days', ends_at = now() - interval '1 second' where id = $1",
      [inspection.id],
    );
    expect((await world.refusalOf(inspector, listSamples)).reason).toBe('inspection_over');
    expect((await world.refusalOf(anonymousCaller, sendInspectionCode, { body: { key: inspection.key } })).reason).toBe(
      'link_over',
    );
    const cause = { actorId: null, userId: null, sessionId: null, requestId: 'job' };
    for (const job of [...inspectionsJobs, ...inspectionsJobs]) await job.run({}, world.app.services, cause);
    const expired = await world.sql("select 1 from audit_log where action = 'inspections.expire' and subject_id = $1", [
      String(inspection.id),
    ]);
    expect(expired).toHaveLength(1);
    const sessions = await world.sql(
      'select 1 from inspection_sessions where inspection_id = $1 and ended_at is null',
      [inspection.id],
    );
    expect(sessions).toEqual([]);
    const [row] = (await world.call(admin, listInspections, { query: { state: 'expired' } })).results;
    expect(row).toMatchObject({ id: inspection.id, state: 'expired' });
  });

  test('a session that was idle for 30 minutes or was left must be opened again', async () => {
    const inspection = await addTestInspection(world, admin);
    const [idle, left] = [await enterInspection(world, inspection), await enterInspection(world, inspection)];
    await world.call(left, closeInspection);
    expect((await world.refusalOf(left, listSamples)).reason).toBe('session_over');
    expect((await world.send(idle, listSamples)).statusCode).toBe(200);
    await world.sql(
      "update inspection_sessions set last_seen_at = now() - interval '31 minutes' where inspection_id = $1",
      [inspection.id],
    );
    expect(await world.refusalOf(idle, listSamples)).toEqual({ status: 401, reason: 'session_over' });
  });

  test('two browsers enter with a code each, and each call names its own session', async () => {
    const inspection = await addTestInspection(world, admin);
    const browsers = [await enterInspection(world, inspection), await enterInspection(world, inspection)];
    for (const browser of browsers) await world.call(browser, readSample, sample(patient2));
    const openings = await world.sql<{ session_id: number }>(
      'select session_id from access_records where inspection_id = $1 and subject_id = $2',
      [inspection.id, patient2],
    );
    expect(openings).toHaveLength(2);
    expect(new Set(openings.map(({ session_id }) => session_id)).size).toBe(2);
  });
});

describe('Samples within an inspection', () => {
  test('a sample is found by its number and by a vial code, and by name only where names are shown', async () => {
    const named = await enterInspection(world, await addTestInspection(world, admin, { with_names: true }));
    const unnamed = await enterInspection(world, await addTestInspection(world, admin));
    const [vial] = await world.sql<{ code: string }>('select code from vials where patient_id = $1 limit 1', [patient]);
    const { user } = await world.as('patient');
    const find = async (inspector: Caller, search: string) =>
      (await world.call(inspector, listSamples, { query: { search } })).results;
    for (const search of [`#${patient}`, String(patient), vial?.code ?? '', vial?.code.toLowerCase() ?? '']) {
      expect((await find(unnamed, search)).map(({ id, name }) => [id, name])).toEqual([[patient, `#${patient}`]]);
      expect((await find(named, search)).map(({ name }) => name)).toEqual([user.username]);
    }
    expect((await find(named, user.username)).map(({ id }) => id)).toContain(patient);
    expect(await find(unnamed, user.username)).toEqual([]);
    expect(await find(named, user.email)).toEqual([]);
    expect(await find(named, '%')).toEqual([]);
  });

  test('a sample outside the scope, one of another site and one that does not exist have one answer', async () => {
    const inspection = await addTestInspection(world, admin, { patient_ids: [patient], with_names: true });
    const inspector = await enterInspection(world, inspection);
    const [north] = await world.sql<{ id: number }>('select id from users where domain_id = 2 and plan_id = 2 limit 1');
    const hc = await world.idOf('hc@vialkeep.test');
    expect((await world.call(inspector, listSamples)).results.map(({ id }) => id)).toEqual([patient]);
    const bodies = new Set<string>();
    for (const id of [patient2, north?.id ?? 0, hc, 999_999]) {
      for (const route of [readSample, verifySample, exportSample]) {
        const answer = await world.send(inspector, route, sample(id));
        expect(answer.statusCode).toBe(404);
        bodies.add(answer.body);
      }
      expect((await world.call(inspector, listSamples, { query: { search: `${id}` } })).results).toEqual([]);
    }
    expect(bodies.size).toBe(1);
    const tried = await world.sql(
      "select 1 from access_records where inspection_id = $1 and subject_id is null and object like '%samples/:id/%'",
      [inspection.id],
    );
    expect(tried).toHaveLength(12);
  });

  test('without names no name, address, note or file of a person leaves the server', async () => {
    const inspection = await addTestInspection(world, admin);
    const inspector = await enterInspection(world, inspection);
    await world.sql(
      `insert into documents (domain_id, document_id, kind, name, signer_id, signer_name, signer_email, code)
       select domain_id, left(md5('a paper'), 22), 'storage', 'Consent of Ada Moore', id, username, email, 'A-CODE'
       from users where id = $1`,
      [patient],
    );
    const people = await world.sql<{ text: string | null }>(
      `select unnest(array[username, email, company, nullif(phone_number, ''), nullif(address1, '')]) as text
       from users where domain_id = 1`,
    );
    const answer = await world.send(inspector, readSample, sample(patient));
    const zip = await world.send(inspector, exportSample, sample(patient));
    const shown = [
      answer.body,
      ...[...unzip(zip.rawPayload)].filter(([name]) => /ndjson|json$/.test(name)).map(String),
    ];
    const texts = people.flatMap(({ text }) => (text !== null && text.length > 3 ? [text] : []));
    expect(texts.filter((text) => shown.join().includes(text))).toEqual([]);
    expect(shown.join()).not.toContain('Ada Moore');
    const file = SampleFile.parse(answer.json());
    expect(file.sample).toEqual({ id: patient, name: `#${patient}` });
    expect(file.documents.length).toBeGreaterThan(0);
    expect(file.documents.every(({ document_id }) => document_id === '')).toBe(true);
    const [document] = await world.sql<{ document_id: string }>(
      "select document_id from documents where signer_id = $1 and status = 'Completed'",
      [patient],
    );
    expect(await world.refusalOf(inspector, readInspectedDocument, { params: document })).toEqual({
      status: 409,
      reason: 'names_hidden',
    });
    expect([...unzip(zip.rawPayload).keys()].filter((name) => name.startsWith('documents/'))).toEqual([]);
  });

  test('the file of a sample has custody, vials, documents, changes and openings, with names where they are shown', async () => {
    const inspector = await enterInspection(world, await addTestInspection(world, admin, { with_names: true }));
    const file = await world.call(inspector, readSample, sample(patient));
    const { user } = await world.as('patient');
    expect(file.sample.name).toBe(user.username);
    for (const part of ['custody', 'vials', 'entries', 'documents', 'changes', 'openings'] as const) {
      expect(file[part].length, part).toBeGreaterThan(0);
    }
    expect(file.openings.some(({ agency }) => agency === 'State agency')).toBe(true);
    expect(file.openings.some(({ who }) => who !== null && !who.name.startsWith('#'))).toBe(true);
    // The files of the demo network's own documents are not in the folder of this test.
    const document = file.documents.findLast(({ status }) => status === 'Completed');
    const pdf = await world.send(inspector, readInspectedDocument, {
      params: { document_id: document?.document_id ?? '' },
    });
    expect(pdf.statusCode).toBe(200);
    expect(pdf.rawPayload.toString('latin1', 0, 5)).toBe('%PDF-');
  });
});
