import {
  listCenterDocuments,
  listPatientDocuments,
  requestSignatures,
  resendSignatureRequest,
  signLinkForGuest,
} from '@vialkeep/contract/documents.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asked, documentsFor, newGuestLink, signAsGuest } from '../../../testing/documents/signers.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../../testing/world.ts';

type Person = Caller & { user: { id: number } };

let world: World;
let hc: Person;
beforeAll(async () => {
  // The daily limit of emails to one address is tested in stranger-letters.test.ts.
  world = await newWorld({ LETTERS_PER_RECIPIENT: '1000', LETTERS_PER_NETWORK: '1000' });
  hc = await world.as('hc');
});
afterAll(() => world.close());

const ask = (caller: Caller, email: string, more: object = {}) =>
  world.send(caller, requestSignatures, { body: { name: 'Maria Gonzalez', email, ...more } });
const lettersTo = async (email: string) =>
  (await world.letters()).filter(({ recipient }) => recipient.toLowerCase() === email);
const guest = (documentId: string) => ({ params: { documentId } });

describe('F074 Requesting signatures from a patient', () => {
  test('a request creates three pending documents and sends one email with a link to each', async () => {
    const answer = await world.call(hc, requestSignatures, {
      body: { name: 'Maria Gonzalez', email: 'maria@new.test', harvest_center_id: hc.user.id, template_id: 'forged' },
    });
    expect(answer).toEqual({ code: 'success', message: 'Documents has been Sent!' });

    const letters = await lettersTo('maria@new.test');
    expect(letters).toHaveLength(1);
    const documents = await documentsFor(world, 'maria@new.test');
    expect(documents).toMatchObject([
      { kind: 'attestation', status: 'Pending', signer_id: null, center_id: hc.user.id },
      { kind: 'processing', status: 'Pending', signer_id: null, center_id: hc.user.id },
      { kind: 'storage', status: 'Pending', signer_id: null, center_id: hc.user.id },
    ]);
    for (const { document_id, provider_id } of documents) {
      expect(letters[0]?.text_body).not.toContain(document_id);
      expect(provider_id).not.toBeNull();
    }
    expect(letters[0]?.text_body.match(/\/sign-your-document\?documentId=[\w-]{22}\b/g)).toHaveLength(3);
    expect(letters[0]?.text_body).toContain('Stein Regenerative Clinic');
    expect(letters[0]?.text_body).not.toContain('Maria Gonzalez');
  });

  test('repeated and concurrent requests reuse the same documents', async () => {
    await Promise.all([ask(hc, 'twice@new.test'), ask(hc, 'Twice@new.test'), ask(hc, 'twice@new.test')]);
    expect(await documentsFor(world, 'twice@new.test')).toHaveLength(3);
    expect(await lettersTo('twice@new.test')).toHaveLength(3);
  });

  test('a request finds the clinic’s own patient by email, and not a patient of another clinic', async () => {
    const [own, foreign] = await Promise.all([
      world.idOf('patient3@vialkeep.test'),
      world.idOf('patient2@vialkeep.test'),
    ]);
    await world.sql("update documents set hidden_at = now() where status = 'Pending'");
    const theirs = (await asked(world, hc, 'patient3@vialkeep.test')).slice(-3);
    expect(theirs.map(({ signer_id }) => signer_id)).toEqual([own, own, own]);
    expect((await asked(world, hc, 'patient2@vialkeep.test')).at(-1)?.signer_id).toBeNull();

    const events = await world.sql(
      "select facts ->> 'kind' as kind from custody_events where patient_id = $1 and kind = 'document.requested'",
      [own],
    );
    expect(events.slice(-3)).toEqual([{ kind: 'attestation' }, { kind: 'processing' }, { kind: 'storage' }]);
    const [listed] = await world.call(hc, listCenterDocuments, { params: { id: hc.user.id } });
    expect(listed).toMatchObject({ patient_email: 'patient2@vialkeep.test', patient_desc: [], may: ['remind'] });
    expect((await world.call(hc, listPatientDocuments, { params: { userId: own } })).storage[0]).toMatchObject({
      status: 'Pending',
    });
    expect(foreign).not.toBe(own);
  });

  test('a referral center requests in its own name, an administrator for the center they name, and no caller for another center', async () => {
    const rhc = await world.as('rhc');
    const admin = await world.as('admin');
    expect((await asked(world, rhc, 'from-rhc@new.test'))[0]?.center_id).toBe(rhc.user.id);
    expect((await ask(admin, 'x@new.test')).statusCode).toBe(400);
    expect(
      (await ask(admin, 'x@new.test', { harvest_center_id: await world.idOf('patient@vialkeep.test') })).statusCode,
    ).toBe(404);
    expect((await ask(admin, 'by-admin@new.test', { harvest_center_id: hc.user.id })).statusCode).toBe(200);
    expect((await ask(rhc, 'x@new.test', { harvest_center_id: hc.user.id })).statusCode).toBe(404);
    const north = await world.as('admin@north.test', 'north.localhost');
    expect((await ask(north, 'x@new.test', { harvest_center_id: hc.user.id })).statusCode).toBe(404);
    expect(await documentsFor(world, 'x@new.test')).toEqual([]);
  });

  test('a request without a name or a valid email is refused at these fields', async () => {
    const response = await world.send(hc, requestSignatures, { body: { name: ' ', email: 'not an address' } });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)).toEqual(['name', 'email']);
  });

  test('S-23 the 31st request of a center within an hour is refused with 429', async () => {
    const hc3 = await world.as('hc3');
    for (let time = 0; time < 30; time += 1) expect((await ask(hc3, 'often@new.test')).statusCode).toBe(200);
    expect((await ask(hc3, 'often@new.test')).statusCode).toBe(429);
    expect(await documentsFor(world, 'often@new.test')).toHaveLength(3);
  });
});

describe('F070 A guest who signs', () => {
  test('a guest signs the document from the email, and it is complete for the center', async () => {
    const [first, second] = await asked(world, hc, 'guest@new.test');
    const { return_to } = await signAsGuest(world, first?.document_id ?? '');
    expect(return_to).toEqual(
      expect.stringMatching(
        /^http:\/\/localhost:3000\/patient-signed-completed-message-from-email\?documentId=[\w-]{22}&signedBy=Maria\+Gonzalez$/,
      ),
    );
    expect(return_to).not.toContain(first?.document_id);
    const [completed, waiting] = await documentsFor(world, 'guest@new.test');
    expect(completed).toMatchObject({ status: 'Completed', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(waiting).toMatchObject({ id: second?.id, status: 'Pending' });
    const list = await world.call(hc, listCenterDocuments, { params: { id: hc.user.id } });
    expect(list.find(({ id }) => id === first?.id)).toMatchObject({
      status: 'Completed',
      signed_at: expect.any(String),
      may: [],
    });
  });

  test('F070 a link that is unknown, signed, of another site, expired, replaced or deleted gets the same answer', async () => {
    const documents = [
      ...(await asked(world, hc, 'answers@new.test')),
      ...(await asked(world, hc, 'replaced@new.test')),
    ];
    const aliases: string[] = [];
    for (const { document_id } of documents) aliases.push(await newGuestLink(world, document_id));
    const [signed, late, hidden, replaced, own, elsewhere] = documents;
    await signAsGuest(world, signed?.document_id ?? '');
    await world.sql('update guest_links set expires_at = now() where document_id = $1', [late?.id]);
    await world.sql('update documents set hidden_at = now() where id = $1', [hidden?.id]);
    await newGuestLink(world, replaced?.document_id ?? '');
    const ids = [...aliases.slice(0, 4), own?.document_id ?? '', 'AAAAAAAAAAAAAAAAAAAAAA', 'x', '..%2f', '%00'];
    const north = { ...anonymousCaller, host: 'north.localhost' };
    const answers = [
      ...(await Promise.all(ids.map((id) => world.send(anonymousCaller, signLinkForGuest, guest(id))))),
      await world.send(north, signLinkForGuest, guest(aliases[5] ?? '')),
    ];
    expect(elsewhere?.status).toBe('Pending');
    for (const answer of answers) {
      const { request_id: _id, ...told } = answer.json();
      expect([answer.statusCode, told]).toEqual([
        400,
        { success: false, code: 'error', reason: 'problem', message: 'There was a problem processing this document.' },
      ]);
    }
    expect((await world.send(anonymousCaller, signLinkForGuest, guest(aliases[5] ?? ''))).statusCode).toBe(200);
  });
});

describe('F077 Sending a signature request again', () => {
  const again = (doc_id: unknown, user_email = 'attacker@evil.test') => ({
    body: { doc_id, user_email, user_name: 'X' },
  });

  test('S-23 the email goes to the address on record, whatever the request says', async () => {
    const [first] = await asked(world, hc, 'remind@new.test');
    await world.call(hc, resendSignatureRequest, again(first?.document_id));
    const answer = await world.call(hc, resendSignatureRequest, again(first?.id));
    expect(answer).toEqual({ success: true, message: expect.any(String) });
    expect(await lettersTo('remind@new.test')).toHaveLength(3);
    expect(await lettersTo('attacker@evil.test')).toEqual([]);
  });

  test('another clinic gets 404, and a signed document is refused with 409', async () => {
    const [first] = await asked(world, hc, 'own@new.test');
    expect(await world.refusalOf(await world.as('hc2'), resendSignatureRequest, again(first?.document_id))).toEqual({
      status: 404,
      reason: 'not_found',
    });
    await signAsGuest(world, first?.document_id ?? '');
    expect(await world.refusalOf(hc, resendSignatureRequest, again(first?.document_id))).toEqual({
      status: 409,
      reason: 'already_signed',
    });
  });
});
