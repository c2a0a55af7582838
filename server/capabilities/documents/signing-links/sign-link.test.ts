import {
  completePatientDocument,
  createTemplate,
  listPatientDocuments,
  PROBLEM,
  readAttestationFile,
  signLinkForAttestation,
  signLinkForPatient,
  signLinkForSignUp,
} from '@vialkeep/contract/documents.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { decline } from '@vialkeep/contract/signing.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signAt } from '../../../testing/documents/signers.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../../testing/world.ts';
import { claimAttestation } from '../index.ts';

type Person = Caller & { user: { id: number } };

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const link = (caller: Caller, patientId: number, docType: string, docId: unknown = '') =>
  world.send(caller, signLinkForPatient, { body: { patientId, docType, docId, email: 'forged@evil.test' } });
const documentsOf = (person: Person) =>
  world.call(person, listPatientDocuments, { params: { userId: person.user.id } });
const rows = async (sql: string, values: unknown[] = []) => world.sql(sql, values);
const eventsOf = (id: number) =>
  rows(
    "select kind, facts ->> 'kind' as document from custody_events where patient_id = $1 and kind like 'document.%'",
    [id],
  );

/** A patient of hc@ to whom no document was ever sent. */
async function freshPatient(key: string): Promise<Person> {
  await rows(
    `with made as (
       insert into users (domain_id, plan_id, email, first_name, last_name, password_hash, check_agreement)
       select 1, 2, $1, 'Fresh', 'Patient', password_hash, 'yes' from users where email = 'hc@vialkeep.test' returning id)
     insert into relations (domain_id, subject_id, kind, object_id)
     select 1, made.id, 'center', hc.id from made, users hc where hc.email = 'hc@vialkeep.test'`,
    [`${key}@vialkeep.test`],
  );
  return world.as(key);
}

describe('F067 A patient signs a document', () => {
  test('a document that does not exist yet is created, signed in the frame and completed once', async () => {
    const patient = await freshPatient('signer');
    const answer = (await link(patient, patient.user.id, 'processing')).json();
    expect(answer).toMatchObject({
      success: true,
      signLink: expect.stringMatching(/^http:\/\/localhost:3000\/sign\//),
    });
    const again = (await link(patient, patient.user.id, 'processing', answer.documentId)).json();
    expect(again.documentId).toBe(answer.documentId);
    expect((await documentsOf(patient)).processing).toMatchObject([{ status: 'Pending' }]);
    expect(
      await world.call(patient, completePatientDocument, { body: { documentId: answer.documentId, userId: 1 } }),
    ).toEqual({ success: false });

    const { return_to } = await signAt(world, again.signLink);
    expect(return_to).toBe(
      `http://localhost:3000/patient-signed-completed-message?documentId=${answer.documentId}&signedBy=Fresh+Patient`,
    );
    await world.letters();
    const complete = () => world.call(patient, completePatientDocument, { body: { documentId: answer.documentId } });
    expect(await Promise.all([complete(), complete()])).toEqual([{ success: true }, { success: true }]);
    expect((await documentsOf(patient)).processing).toMatchObject([
      { status: 'Completed', document_id: answer.documentId, signed_at: expect.any(String) },
    ]);
    expect(await eventsOf(patient.user.id)).toEqual([
      { kind: 'document.requested', document: 'processing' },
      { kind: 'document.completed', document: 'processing' },
    ]);

    // No document of this kind is left to sign (F068).
    for (const docId of ['', answer.documentId]) {
      const refused = await link(patient, patient.user.id, 'processing', docId);
      expect([refused.statusCode, refused.json().reason, refused.json().message]).toEqual([
        409,
        'signed_already',
        PROBLEM,
      ]);
    }
  });

  test('T17 an administrator cannot sign for a patient or staff member, neither directly nor while acting in the account', async () => {
    const patient = await world.as('patient4');
    const admin = await world.as('admin');
    const inside = await world.actingAs(admin, 'patient4@vialkeep.test');
    for (const caller of [admin, inside]) {
      expect((await link(caller, patient.user.id, 'storage')).json()).toMatchObject({ reason: 'not_while_acting' });
    }
    expect((await documentsOf(patient)).may).toEqual(['sign']);
    expect((await documentsOf(inside)).may).toEqual([]);
    const staff = await world.as('staff');
    const acting = await world.actingAs(admin, 'staff@vialkeep.test');
    expect(await world.refusalOf(acting, signLinkForAttestation, { body: { userId: staff.user.id } })).toEqual({
      status: 409,
      reason: 'not_while_acting',
    });
  });

  test('T17 a center reads that only the signer attests when it names its own staff, and 404 for staff of another center', async () => {
    const hc = await world.as('hc');
    const refusalFor = async (email: string) =>
      world.refusalOf(hc, signLinkForAttestation, { body: { userId: await world.idOf(email) } });
    expect(await refusalFor('staff@vialkeep.test')).toEqual({ status: 409, reason: 'not_while_acting' });
    expect(await refusalFor('hc2@vialkeep.test')).toEqual({ status: 404, reason: 'not_found' });
  });

  test('a document of another patient, of another kind or unknown is refused without detail', async () => {
    const [patient, other] = [await freshPatient('prober'), await freshPatient('owner')];
    const { documentId } = (await link(other, other.user.id, 'storage')).json();
    for (const docId of [documentId, 'A'.repeat(22), '7', 'x']) {
      expect((await link(patient, patient.user.id, 'storage', docId)).json()).toMatchObject({
        reason: 'problem',
        message: PROBLEM,
      });
    }
    expect((await link(other, other.user.id, 'processing', documentId)).json()).toMatchObject({ reason: 'problem' });
    expect((await link(patient, other.user.id, 'storage')).statusCode).toBe(404);
    expect(await world.refusalOf(patient, completePatientDocument, { body: { documentId } })).toEqual({
      status: 400,
      reason: 'problem',
    });
    expect((await documentsOf(patient)).storage).toEqual([]);
  });

  test('a declined document stays pending, is recorded once, and is signed in a new attempt', async () => {
    const patient = await freshPatient('decliner');
    const first = (await link(patient, patient.user.id, 'storage')).json();
    const signingId = new URL(first.signLink).pathname.split('/').at(-1);
    await world.call(anonymousCaller, decline, { params: { signingId }, body: { reason: 'Not today' } });
    await world.letters();
    expect((await documentsOf(patient)).storage).toMatchObject([{ status: 'Pending' }]);

    const second = (await link(patient, patient.user.id, 'storage')).json();
    expect(second.documentId).toBe(first.documentId);
    await signAt(world, second.signLink);
    await world.letters();
    expect((await documentsOf(patient)).storage).toMatchObject([{ status: 'Completed' }]);
    expect((await eventsOf(patient.user.id)).map(({ kind }) => kind)).toEqual([
      'document.requested',
      'document.refused',
      'document.completed',
    ]);
    const [row] = await rows('select attempt, refused from documents where document_id = $1', [first.documentId]);
    expect(row).toEqual({ attempt: 2, refused: null });
  });
});

describe('F034 F072 A harvest center attests', () => {
  test('a center signs and gets its template, and the administrator opens the file', async () => {
    const center = await world.as('new-hc');
    const userId = center.user.id;
    const { signLink, documentId } = await world.call(center, signLinkForAttestation, { body: { userId } });
    const ask = { query: { documentId, name: 'theo  BRANDT' } };
    expect(await world.refusalOf(anonymousCaller, createTemplate, ask)).toEqual({
      status: 409,
      reason: 'not_signed_yet',
    });

    const { return_to } = await signAt(world, signLink, 'localhost', 'Theo Brandt');
    expect(return_to).toContain(`/hc-signed-completed-message?documentId=${documentId}&signedBy=Theo+Brandt`);
    await world.letters();
    const issued = await world.call(anonymousCaller, createTemplate, ask);
    expect(issued).toEqual({ docId: documentId, templateId: expect.any(String) });
    expect(await world.call(anonymousCaller, createTemplate, ask)).toEqual(issued);

    // Only this pair is accepted, and only for its owner (S-17).
    const patch = (caller: Caller, body: object) => world.call(caller, updateUser, { params: { id: userId }, body });
    expect(await patch(center, { document_id: documentId, template_id: 'forged' })).toMatchObject({
      template_id: issued.templateId,
    });
    expect(await patch(center, { document_id: documentId, template_id: issued.templateId })).toMatchObject({
      document_id: documentId,
      template_id: issued.templateId,
    });
    const other = await world.as('staff2');
    expect(
      await world.call(other, updateUser, {
        params: { id: other.user.id },
        body: { document_id: documentId, template_id: issued.templateId },
      }),
    ).toMatchObject({ template_id: null });

    expect(await world.refusalOf(center, signLinkForAttestation, { body: { userId } })).toEqual({
      status: 409,
      reason: 'signed_already',
    });
    expect(await world.call(await world.as('admin'), readAttestationFile, { params: { id: userId } })).toMatchObject({
      file: documentId,
    });
  });
});

describe('F073 Signing during sign-up', () => {
  const name = 'Nora Quist';
  const email = 'nora@quist.test';
  const claim = (pair: { documentId: string; templateId: string }, mail: string, userId: number) =>
    world.app.services.store
      .write('platform', { actorId: null, userId: null, sessionId: null, requestId: 'test' }, async (work) => {
        const isClaimed = await claimAttestation(work, { ...pair, email: mail }, userId);
        if (!isClaimed) throw new Error('refused');
      })
      .then(
        () => 'claimed',
        () => 'refused',
      );

  test('S-03 S-19 a signer gets a pair that can be claimed once, for their email, within a day', async () => {
    const { documentId, signLink } = await world.call(anonymousCaller, signLinkForSignUp, { body: { name, email } });
    const answer = await signAt(world, signLink, 'localhost', name);
    expect(answer.return_to).toContain(`/signed-completed-message?documentId=${documentId}&signedBy=Nora+Quist`);
    await world.letters();
    const problem = { status: 400, reason: 'problem' };
    const ask = (query: object) => world.refusalOf(anonymousCaller, createTemplate, { query });
    expect(await ask({ documentId, name: 'Somebody Else' })).toEqual(problem);
    expect(await ask({ documentId: 'A'.repeat(22), name })).toEqual(problem);
    expect(await ask({})).toEqual(problem);
    const { templateId, docId } = await world.call(anonymousCaller, createTemplate, { query: { documentId, name } });

    const [one, two] = [await world.idOf('staff4@vialkeep.test'), await world.idOf('staff5@vialkeep.test')];
    const pair = { documentId: docId, templateId };
    expect(await claim(pair, 'other@quist.test', one)).toBe('refused');
    expect(await claim({ ...pair, templateId: 'forged' }, email, one)).toBe('refused');
    expect(await claim(pair, 'NORA@quist.test', one)).toBe('claimed');
    expect(await claim(pair, email, two)).toBe('refused');
    expect(await rows('select template_id, document_id from users where id = $1', [one])).toEqual([
      { template_id: templateId, document_id: documentId },
    ]);
  });

  test('a pair is refused 25 hours after signing', async () => {
    const { documentId, signLink } = await world.call(anonymousCaller, signLinkForSignUp, { body: { name, email } });
    await signAt(world, signLink, 'localhost', name);
    await world.letters();
    await rows('alter table documents disable trigger completed_documents_are_kept');
    await rows("update documents set signed_at = now() - interval '25 hours' where document_id = $1", [documentId]);
    await rows('alter table documents enable trigger completed_documents_are_kept');
    expect(await world.refusalOf(anonymousCaller, createTemplate, { query: { documentId, name } })).toEqual({
      status: 400,
      reason: 'problem',
    });
  });

  test('S-19 the limit of ten sign links an hour from one network is enforced with 429', async () => {
    const asks = Array.from({ length: 12 }, () => ({ body: { name: '', email } }));
    for (const body of asks) expect((await world.send(anonymousCaller, signLinkForSignUp, body)).statusCode).toBe(400);
    await rows("update rate_limits set hits = 10 where bucket = 'attestations'");
    expect((await world.send(anonymousCaller, signLinkForSignUp, { body: { name, email } })).statusCode).toBe(429);
  });
});
