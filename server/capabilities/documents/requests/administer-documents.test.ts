import {
  deleteDocument,
  linkDocument,
  listCenterDocuments,
  listDocuments,
  listPatientDocuments,
  readAttestationFile,
  signLinkForGuest,
} from '@vialkeep/contract/documents.ts';
import { createPatient } from '@vialkeep/contract/patients.ts';
import { listUsers } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asked, type KeptDocument, newGuestLink } from '../../../testing/documents/signers.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../../testing/world.ts';

let world: World;
let admin: Caller;
let hc: Caller & { user: { id: number } };
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  hc = await world.as('hc');
});
afterAll(() => world.close());

const list = (caller: Caller, query: object = {}) => world.call(caller, listDocuments, { query });
const link = (caller: Caller, id: number, patient: number) =>
  world.send(caller, linkDocument, { params: { id }, body: { patient } });
const sql = (text: string, values: unknown[] = []) => world.sql(text, values);

async function sent(email: string): Promise<KeptDocument[]> {
  const documents = await asked(world, hc, email);
  if (documents.length < 3) throw new Error('The documents were not made.');
  return documents;
}

/** Marks a document as completed without a real file, which these tests do not need. */
async function completed(document: KeptDocument | undefined): Promise<number> {
  await sql(
    `update documents set status = 'Completed', file = 'documents/' || md5(document_id) || '.pdf', sha256 = repeat('a', 64),
       completed_at = now(), signed_at = now() where id = $1`,
    [document?.id],
  );
  return document?.id ?? 0;
}

const eventsOf = (patient: number, document: number) =>
  sql(
    "select kind from custody_events where patient_id = $1 and facts -> 'document' = to_jsonb($2::int) order by position",
    [patient, document],
  ).then((rows) => rows.map(({ kind }) => kind));

describe('F149 The list of patient documents', () => {
  test('an administrator gets documents newest first, in pages, and finds them by number, name, email and title', async () => {
    const [first, , last] = await sent('Findable@paging.test');
    const all = await list(admin);
    expect(all.results[0]).toMatchObject({
      id: last?.id,
      hc_desc: [{ id: hc.user.id }],
      may: ['remind', 'link', 'delete'],
    });
    const page = await list(admin, { limit: 2, offset: 1 });
    expect(page.results.map(({ id }) => id)).toEqual(all.results.slice(1, 3).map(({ id }) => id));
    expect(page.count).toBe(all.count);
    for (const search of ['findable@PAGING', `#${first?.id} `, 'maria gonz']) {
      expect(
        (await list(admin, { search })).results.map(({ id }) => id),
        search,
      ).toContain(first?.id);
    }
    expect((await list(admin, { search: 'findable@paging' })).count).toBe(3);
    expect((await list(admin, { search: '%' })).count).toBe(0);
    // With this id alone a guest could sign (T17).
    expect((await list(admin, { search: first?.document_id.slice(0, 12) ?? '' })).count).toBe(0);
    expect(all.results.some(({ kind }) => !['attestation', 'processing', 'storage'].includes(kind))).toBe(false);
  });

  test('F149 an administrator of a custom site sees only documents of that site', async () => {
    const north = await world.as('admin@north.test', 'north.localhost');
    const northCenter = await world.as('hc@north.test', 'north.localhost');
    await asked(world, northCenter, 'guest@north.test');
    expect((await list(north)).results.map(({ domain }) => domain.name)).not.toContain('Vialkeep');
    expect((await list(north, { search: 'guest@north' })).count).toBe(3);
    expect((await list(admin, { search: 'guest@north' })).count).toBe(3);
    const [mine] = await sent('not-north@main.test');
    expect((await link(north, mine?.id ?? 0, await world.idOf('patient@north.test'))).statusCode).toBe(404);
  });
});

describe('F149 Linking a document', () => {
  test('a link gives the document to a patient of its site, and both ledgers and the audit log record it', async () => {
    const [first] = await sent('linked@main.test');
    const id = await completed(first);
    const [one, two] = [await world.idOf('patient5@vialkeep.test'), await world.idOf('patient6@vialkeep.test')];
    expect((await link(admin, id, one)).json()).toEqual({ id });
    expect((await link(admin, id, one)).statusCode).toBe(200);
    expect(await eventsOf(one, id)).toEqual(['document.linked']);
    expect((await link(admin, id, two)).statusCode).toBe(200);
    expect(await eventsOf(one, id)).toEqual(['document.linked', 'document.unlinked']);
    expect(await eventsOf(two, id)).toEqual(['document.linked']);
    const told = await sql("select recipient from letters where kind = 'document-linked' order by id");
    expect(told).toEqual([{ recipient: 'patient5@vialkeep.test' }, { recipient: 'patient6@vialkeep.test' }]);
    const [entry] = await sql(
      "select facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where action = 'documents.link' and subject_id = $1 order by position desc limit 1",
      [String(id)],
    );
    expect(entry).toEqual({ facts: { from: one, to: two } });
    const theirs = await world.call(await world.as('patient6'), listPatientDocuments, { params: { userId: two } });
    expect(theirs.attestation.map((document) => document.id)).toContain(id);
    const { results } = await world.call(admin, listUsers, { query: { search: 'patient6@vialkeep.test' } });
    expect(results[0]?.documents.map(({ document_id }) => document_id)).toContain(first?.document_id);
  });

  test('a link to a patient of another site, or to an id that is no patient, is refused', async () => {
    const [first] = await sent('unlinked@main.test');
    for (const patient of [await world.idOf('patient@north.test'), hc.user.id, 999_999]) {
      expect((await link(admin, first?.id ?? 0, patient)).json()).toMatchObject({ reason: 'unknown_patient' });
    }
  });

  test('a pending document can be linked to a patient who has one of its kind, and on to the next; each gets an email', async () => {
    const [first] = await sent('pending@main.test');
    const [second] = await sent('pending-too@main.test');
    const [one, two] = [await world.idOf('patient7@vialkeep.test'), await world.idOf('patient8@vialkeep.test')];
    for (const document of [first, second]) {
      for (const patient of [one, two, one]) {
        expect((await link(admin, document?.id ?? 0, patient)).json()).toEqual({ id: document?.id });
      }
    }
    const waiting = async (signer: number) =>
      sql("select id from documents where signer_id = $1 and kind = $2 and status = 'Pending' order by id", [
        signer,
        first?.kind,
      ]);
    expect(await waiting(one)).toEqual(expect.arrayContaining([{ id: first?.id }, { id: second?.id }]));
    expect(await waiting(two)).not.toContainEqual({ id: first?.id });
    const told = await sql(
      "select recipient, subject from letters where kind = 'document-linked' and subject like '%to sign%'",
    );
    expect(told).toHaveLength(6);
    expect(new Set(told.map(({ recipient }) => recipient))).toEqual(
      new Set(['patient7@vialkeep.test', 'patient8@vialkeep.test']),
    );
    // Another request reuses the pending document and creates no third one.
    const before = (await waiting(one)).length;
    await asked(world, hc, 'patient7@vialkeep.test');
    expect(await waiting(one)).toHaveLength(before);
  });

  test('twenty concurrent links of a pending document to two patients leave one signer, and the ledgers record every link', async () => {
    const [document] = await sent('parallel@main.test');
    const id = document?.id ?? 0;
    const [one, two] = [await world.idOf('patient7@vialkeep.test'), await world.idOf('patient8@vialkeep.test')];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => link(admin, id, at % 2 === 0 ? one : two)));
    // On a busy machine some calls get 503 and change nothing.
    const statuses = new Set(answers.map(({ statusCode }) => statusCode));
    expect(statuses).toContain(200);
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const [row] = await sql('select signer_id from documents where id = $1', [id]);
    const held = await Promise.all(
      [one, two].map(async (patient) => {
        const events = await eventsOf(patient, id);
        return {
          linked: events.filter((kind) => kind === 'document.linked').length,
          unlinked: events.filter((kind) => kind === 'document.unlinked').length,
        };
      }),
    );
    const holders = [one, two].filter((_, at) => (held[at]?.linked ?? 0) - (held[at]?.unlinked ?? 0) === 1);
    expect(holders).toEqual([row?.signer_id]);
  });

  test('an account that the clinic creates later gets the documents that were sent to its email', async () => {
    const documents = await sent('later@main.test');
    await completed(documents[0]);
    const body = {
      email: 'Later@main.test',
      first_name: 'Late',
      last_name: 'Comer',
      harvest_center_temporal: hc.user.id,
    };
    const { id } = await world.call(admin, createPatient, { body });
    const elsewhere = { ...body, email: 'unrelated@main.test', harvest_center_temporal: null };
    await sent('unrelated@main.test');
    const other = await world.call(admin, createPatient, { body: elsewhere });
    const signers = await sql('select distinct signer_id from documents where signer_email in ($1, $2)', [
      'later@main.test',
      'unrelated@main.test',
    ]);
    expect(signers).toEqual(expect.arrayContaining([{ signer_id: id }, { signer_id: null }]));
    expect(signers).not.toContainEqual({ signer_id: other.id });
  });
});

describe('F149 Deleting a document', () => {
  test('S-25 a deleted document leaves every list, and its row and file stay', async () => {
    const [first, second] = await sent('deleted@main.test');
    const id = await completed(first);
    await link(admin, id, await world.idOf('patient9@vialkeep.test'));
    const remove = (document: number) => world.send(admin, deleteDocument, { params: { id: document } });
    expect((await remove(id)).json()).toMatchObject({ success: true });
    expect((await remove(id)).statusCode).toBe(404);
    expect((await list(admin, { search: 'deleted@main' })).count).toBe(2);
    const shown = await world.call(hc, listCenterDocuments, { params: { id: hc.user.id } });
    expect(shown.map((document) => document.id)).not.toContain(id);
    expect(await sql('select status, sha256 is not null as kept from documents where id = $1', [id])).toEqual([
      { status: 'Completed', kept: true },
    ]);
    expect(await eventsOf(await world.idOf('patient9@vialkeep.test'), id)).toEqual([
      'document.linked',
      'document.hidden',
    ]);
    const alias = await newGuestLink(world, second?.document_id ?? '');
    await remove(second?.id ?? 0);
    const guest = { params: { documentId: alias } };
    expect(await world.refusalOf(anonymousCaller, signLinkForGuest, guest)).toEqual({ status: 400, reason: 'problem' });
  });

  test('the database refuses every change of a completed document', async () => {
    const [first] = await sent('kept@main.test');
    const id = await completed(first);
    for (const change of ["status = 'Pending'", "sha256 = repeat('b', 64)", "name = 'x'", "signer_name = 'x'"]) {
      await expect(sql(`update documents set ${change} where id = $1`, [id])).rejects.toThrow(
        'is completed and cannot be changed',
      );
    }
  });
});

test('F150 a center without an attestation has no file', async () => {
  const id = await world.idOf('new-hc@vialkeep.test');
  expect(await world.refusalOf(admin, readAttestationFile, { params: { id } })).toEqual({
    status: 400,
    reason: 'no_attestation',
  });
});
