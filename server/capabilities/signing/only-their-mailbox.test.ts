import { linkDocument, requestSignatures, signLinkForGuest } from '@vialkeep/contract/documents.ts';
import { undoEmailChange } from '@vialkeep/contract/email-changes.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { sign } from '@vialkeep/contract/signing.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyTo } from '../../testing/mail/sent-emails.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller & { user: { id: number } };
let hc: Caller & { user: { id: number } };
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  hc = await world.as('hc');
});
afterAll(() => world.close());

const NAME = 'Maria Gonzalez';

/** A patient of hc@ without any document. */
async function newPatient(key: string): Promise<{ id: number; email: string }> {
  const email = `${key}@mailboxes.test`;
  await world.sql(
    `with made as (
       insert into users (domain_id, plan_id, email, first_name, last_name, password_hash, check_agreement)
       select 1, 2, $1, 'Maria', 'Gonzalez', password_hash, 'yes' from users where email = 'hc@vialkeep.test' returning id)
     insert into relations (domain_id, subject_id, kind, object_id)
     select 1, made.id, 'center', hc.id from made, users hc where hc.email = 'hc@vialkeep.test'`,
    [email],
  );
  return { id: await world.idOf(email), email };
}

/** The ids in the links of the newest email to an address, after the center requested signatures there. */
async function askedAt(email: string): Promise<string[]> {
  await world.call(admin, requestSignatures, { body: { harvest_center_id: hc.user.id, name: NAME, email } });
  const letter = (await world.letters()).find(({ recipient }) => recipient === email);
  return [...(letter?.text_body ?? '').matchAll(/documentId=([\w-]{22})/g)].map(([, id = '']) => id);
}

const follow = (documentId: string) => world.send(anonymousCaller, signLinkForGuest, { params: { documentId } });
const signAt = (signLink: string) =>
  world.refusalOf(anonymousCaller, sign, {
    params: { signingId: new URL(signLink).pathname.replace('/sign/', '') },
    body: { full_name: NAME, agrees: true },
  });

async function opened(documentId: string): Promise<string> {
  const answer = await follow(documentId);
  expect(answer.statusCode).toBe(200);
  return answer.json().signLink;
}

const signaturesFor = (id: number) =>
  world.sql(
    `select signings.id from signings join documents on provider_id = signings.id
     where signer_id = $1 and state = 'signed'`,
    [id],
  );

const problem = { status: 404, reason: 'problem' };

describe('T17 Email link to a mailbox that is not the signer’s', () => {
  test('the link does not sign once the signer has undone an administrator’s change of the email', async () => {
    const patient = await newPatient('undone');
    const [first = '', second = ''] = await (async () => {
      await world.call(admin, updateUser, { params: { id: patient.id }, body: { email: 'forger@mailboxes.test' } });
      return askedAt('forger@mailboxes.test');
    })();
    const link = await opened(first);
    expect(await signAt(link)).toEqual({ status: 409, reason: 'held' });
    const key = await keyTo(world, patient.email, 'undo');
    await world.call(anonymousCaller, undoEmailChange, { body: { key } });
    expect(await signAt(link)).toEqual(problem);
    expect((await follow(second)).statusCode).toBe(400);
    expect(await signaturesFor(patient.id)).toEqual([]);
  });

  test('the link does not sign for a patient to whom the document was linked later, and the patient gets an email', async () => {
    const patient = await newPatient('linked');
    const [first = '', second = ''] = await askedAt('guest@mailboxes.test');
    const link = await opened(first);
    const documents = await world.sql<{ id: number }>(
      "select id from documents where signer_email = 'guest@mailboxes.test' order by id",
    );
    for (const { id } of documents) {
      await world.call(admin, linkDocument, { params: { id }, body: { patient: patient.id } });
    }
    expect(await signAt(link)).toEqual(problem);
    expect((await follow(second)).statusCode).toBe(400);
    expect(await signaturesFor(patient.id)).toEqual([]);
    const letters = (await world.letters()).filter(({ recipient }) => recipient === patient.email);
    expect(letters.map(({ subject }) => subject)).toEqual(
      documents.map(() => 'A document to sign was added to your Vialkeep record'),
    );
  });

  test('the link signs where the mailbox is the signer’s own, whatever the case of the address', async () => {
    const patient = await newPatient('own');
    const [first = ''] = await askedAt(patient.email);
    await world.sql('update guest_links set sent_to = upper(sent_to) where sent_to = $1', [patient.email]);
    await world.call(anonymousCaller, sign, {
      params: { signingId: new URL(await opened(first)).pathname.replace('/sign/', '') },
      body: { full_name: NAME, agrees: true },
    });
    expect(await signaturesFor(patient.id)).toHaveLength(1);
  });

  test('the email about a linked document goes to the address before an administrator’s change', async () => {
    const patient = await newPatient('warned');
    await askedAt('other-guest@mailboxes.test');
    await world.call(admin, updateUser, { params: { id: patient.id }, body: { email: 'forger-2@mailboxes.test' } });
    const [document] = await world.sql<{ id: number }>(
      "select id from documents where signer_email = 'other-guest@mailboxes.test' order by id limit 1",
    );
    await world.call(admin, linkDocument, { params: { id: document?.id ?? 0 }, body: { patient: patient.id } });
    const [told] = await world.sql(
      "select recipient from letters where kind = 'document-linked' order by id desc limit 1",
    );
    expect(told).toEqual({ recipient: patient.email });
  });
});
