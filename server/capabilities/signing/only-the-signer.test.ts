import { signLinkForAttestation, signLinkForGuest, signLinkForPatient } from '@vialkeep/contract/documents.ts';
import { stepUp } from '@vialkeep/contract/factors.ts';
import { updatePassword } from '@vialkeep/contract/profile.ts';
import { logout } from '@vialkeep/contract/session.ts';
import { decline, sign } from '@vialkeep/contract/signing.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { beginHold, clearHolds, type Hold } from '../../kernel/session/holds.ts';
import { asked, newGuestLink } from '../../testing/documents/signers.ts';
import { PASSWORD } from '../../testing/people.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';

type Person = Caller & { user: { id: number; email: string } };

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
});
afterAll(() => world.close());

/** A patient of hc@ with three documents that wait for a signature. */
async function newPatient(key: string): Promise<Person> {
  const email = `${key}@signers.test`;
  await world.sql(
    `with made as (
       insert into users (domain_id, plan_id, email, first_name, last_name, password_hash, check_agreement)
       select 1, 2, $1, 'Maria', 'Gonzalez', password_hash, 'yes' from users where email = 'hc@vialkeep.test' returning id)
     insert into relations (domain_id, subject_id, kind, object_id)
     select 1, made.id, 'center', hc.id from made, users hc where hc.email = 'hc@vialkeep.test'`,
    [email],
  );
  await asked(world, await world.as('hc'), email);
  return world.as(email);
}

const idIn = (signLink: string) => new URL(signLink).pathname.replace('/sign/', '');
const linkFor = async (patient: Person, docType = 'storage') =>
  idIn((await world.call(patient, signLinkForPatient, { body: { patientId: patient.user.id, docType } })).signLink);
const askFor = (patient: Person) =>
  world.refusalOf(patient, signLinkForPatient, { body: { patientId: patient.user.id, docType: 'storage' } });
const signing = (signingId: string) => ({ params: { signingId }, body: { full_name: 'Maria Gonzalez', agrees: true } });
const signAt = (signingId: string) => world.refusalOf(anonymousCaller, sign, signing(signingId));
const declineAt = (signingId: string) =>
  world.refusalOf(anonymousCaller, decline, { params: { signingId }, body: { reason: '' } });

const hold = (person: Person, why: Hold['why'], hours?: number) =>
  world.app.services.store.write(
    'platform',
    { actorId: admin.user.id, userId: admin.user.id, sessionId: null, requestId: 'test' },
    (work) => beginHold(work, { userId: person.user.id, domainId: 1, why, ...(hours === undefined ? {} : { hours }) }),
  );

async function guestLinkFor(patient: Person): Promise<string> {
  const [document] = await world.sql<{ document_id: string }>(
    "select document_id from documents where signer_id = $1 and kind = 'storage' and status = 'Pending'",
    [patient.user.id],
  );
  const documentId = await newGuestLink(world, document?.document_id ?? '');
  return idIn((await world.call(anonymousCaller, signLinkForGuest, { params: { documentId } })).signLink);
}

const signaturesOf = async (patient: Person) =>
  world.sql<{ identified_by: string | null; login_changes: string[] }>(
    `select identified_by, login_changes from signings join documents on provider_id = signings.id
     where signer_id = $1 and state <> 'pending'`,
    [patient.user.id],
  );

const held = { status: 409, reason: 'held' };
const over = { status: 409, reason: 'session_over' };

describe('T17 Signing link opened from a session', () => {
  test('the link signs while the session is open, and the certificate states how the signer was identified', async () => {
    const patient = await newPatient('open');
    const link = await linkFor(patient);
    await world.sql("update sessions set proved_by = 'one-time password' where user_id = $1", [patient.user.id]);
    await world.call(anonymousCaller, sign, signing(link));
    expect(await signaturesOf(patient)).toEqual([{ identified_by: 'one-time password', login_changes: [] }]);
  });

  test('the link does not sign after the session was ended, has expired or was idle too long', async () => {
    const ways: [string, (patient: Person) => Promise<unknown>][] = [
      ['ended', (patient) => world.call(patient, logout)],
      ['expired', ({ user }) => world.sql('update sessions set expires_at = now() where user_id = $1', [user.id])],
      [
        'idle',
        ({ user }) =>
          world.sql("update sessions set last_seen_at = now() - interval '30 days' where user_id = $1", [user.id]),
      ],
      ['deactivated', ({ user }) => world.sql('update users set is_active = false where id = $1', [user.id])],
    ];
    for (const [key, end] of ways) {
      const patient = await newPatient(key);
      const link = await linkFor(patient);
      await end(patient);
      expect([key, await signAt(link), await declineAt(link)]).toEqual([key, over, over]);
      expect(await signaturesOf(patient)).toEqual([]);
    }
  });

  test('the link does not sign after an administrator has set the password in between', async () => {
    const patient = await newPatient('reset');
    const link = await linkFor(patient);
    const new_password_change = 'Chosen-by-the-administrator-1';
    await world.call(admin, updatePassword, {
      params: { id: patient.user.id },
      body: { user_id: patient.user.id, new_password_change },
    });
    expect(await signAt(link)).toEqual(over);
    expect(await signaturesOf(patient)).toEqual([]);
  });

  test('where the policy asks for a proof, the link signs and declines only while the signer’s proof is fresh', async () => {
    const patient = await newPatient('stale');
    const link = await linkFor(patient);
    await world.sql('insert into identity_policies (domain_id, step_up) values (1, true)');
    try {
      await world.sql("update sessions set created_at = now() - interval '11 minutes' where user_id = $1", [
        patient.user.id,
      ]);
      const refused = await world.send(anonymousCaller, sign, signing(link));
      expect(refused.json()).toMatchObject({ reason: 'step_up_required', methods: ['password'] });
      expect((await declineAt(link)).reason).toBe('step_up_required');
      expect(await signaturesOf(patient)).toEqual([]);
      await world.call(patient, stepUp, { body: { password: PASSWORD } });
      await world.call(anonymousCaller, sign, signing(link));
      expect(await signaturesOf(patient)).toHaveLength(1);
    } finally {
      await world.sql('delete from identity_policies');
    }
  });

  test('no link is issued and none signs under a hold, and the link signs once the hold is cleared', async () => {
    for (const why of ['password_set_by_other', 'email_set_by_other'] as const) {
      const patient = await newPatient(why);
      const link = await linkFor(patient);
      await hold(patient, why);
      expect([await askFor(patient), await signAt(link), await declineAt(link)]).toEqual([held, held, held]);
      expect(await signaturesOf(patient)).toEqual([]);
      await world.app.services.store.write('platform', actorlessContext('test'), (work) =>
        clearHolds(work, patient.user.id, why === 'email_set_by_other' ? 'old address' : 'mailed code').then(() =>
          beginHold(work, { userId: patient.user.id, domainId: 1, why, hours: 1 }),
        ),
      );
      expect(await signAt(link)).toEqual(held);
      await world.sql("update credential_holds set until = now() - interval '1 minute' where user_id = $1", [
        patient.user.id,
      ]);
      await world.call(anonymousCaller, sign, signing(link));
      expect(await signaturesOf(patient)).toHaveLength(1);
    }
  });

  test('the link does not sign for a patient to whom the document was not shown', async () => {
    const [patient, other] = [await newPatient('shown'), await newPatient('other')];
    const link = await linkFor(patient);
    await world.sql("update documents set hidden_at = now() where signer_id = $1 and status = 'Pending'", [
      other.user.id,
    ]);
    await world.sql("update documents set signer_id = $2 where signer_id = $1 and kind = 'storage'", [
      patient.user.id,
      other.user.id,
    ]);
    expect(await signAt(link)).toEqual({ status: 404, reason: 'problem' });
  });

  test('the link to a center’s attestation has the same checks', async () => {
    const center = await world.as('new-hc');
    const ask = { body: { userId: center.user.id } };
    const link = idIn((await world.call(center, signLinkForAttestation, ask)).signLink);
    await hold(center, 'password_set_by_other');
    expect(await world.refusalOf(center, signLinkForAttestation, ask)).toEqual(held);
    const name = { params: { signingId: link }, body: { full_name: 'Theo Brandt', agrees: true } };
    expect(await world.refusalOf(anonymousCaller, sign, name)).toEqual(held);
  });
});

describe('T17 Signing link from an email', () => {
  test('the link does not sign during the hold after an administrator changed the email, and the certificate names it later', async () => {
    const patient = await newPatient('mailed');
    await hold(patient, 'email_set_by_other', 72);
    const link = await guestLinkFor(patient);
    expect([await signAt(link), await declineAt(link)]).toEqual([held, held]);
    await hold(patient, 'password_set_by_other');
    expect(await signAt(link)).toEqual(held);
    await world.sql("update credential_holds set until = now() - interval '1 minute' where why = 'email_set_by_other'");
    await world.call(anonymousCaller, sign, signing(link));
    expect(await signaturesOf(patient)).toEqual([
      {
        identified_by: 'link sent to mailed@signers.test',
        login_changes: [
          expect.stringMatching(/^E-mail changed by an administrator on \d{4}-\d\d-\d\d$/),
          expect.stringMatching(/^Password set by an administrator on \d{4}-\d\d-\d\d$/),
        ],
      },
    ]);
  });

  test('the certificate names only the changes of the last 30 days', async () => {
    const patient = await newPatient('longago');
    await hold(patient, 'password_set_by_other');
    await world.sql(
      "update credential_holds set created_at = now() - interval '31 days', cleared_at = now(), cleared_by = 'mailed code' where user_id = $1",
      [patient.user.id],
    );
    await world.call(anonymousCaller, sign, signing(await guestLinkFor(patient)));
    expect(await signaturesOf(patient)).toMatchObject([{ login_changes: [] }]);
  });
});

test('T17 an administrator acting in the patient’s account gets no link and cannot sign with one', async () => {
  const patient = await newPatient('acted');
  const link = await linkFor(patient);
  const inside = await world.actingAs(admin, patient.user.email);
  const refused = { status: 409, reason: 'not_while_acting' };
  expect(await askFor(inside)).toEqual(refused);
  expect(await askFor({ ...admin, user: patient.user })).toEqual(refused);
  expect(await world.refusalOf(inside, sign, signing(link))).toEqual(refused);
  expect(await signaturesOf(patient)).toEqual([]);
});

test('a link of an earlier version, which does not record how it was opened, still signs', async () => {
  const patient = await newPatient('before');
  const link = await linkFor(patient);
  await world.sql('update signing_links set opened_by = null, session_id = null, sent_to = null');
  await world.call(anonymousCaller, sign, signing(link));
  expect(await signaturesOf(patient)).toEqual([{ identified_by: null, login_changes: [] }]);
});
