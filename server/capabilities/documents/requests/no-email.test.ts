import { checkOut, readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { requestSignatures, resendSignatureRequest } from '@vialkeep/contract/documents.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { requestLabel, sendLabelNotification, sendPatientPassword } from '@vialkeep/contract/labels.ts';
import { updatePassword } from '@vialkeep/contract/profile.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kitOrder } from '../../../testing/kit-order.ts';
import { newPatient } from '../../../testing/new-patient.ts';
import { type Caller, newWorld, type World } from '../../../testing/world.ts';

const MESSAGE = 'This person has no e-mail address.';

let world: World;
let admin: Caller;
let hc: Caller & { user: { id: number } };
beforeAll(async () => {
  world = await newWorld();
  [admin, hc] = [await world.as('admin'), await world.as('hc')];
});
afterAll(() => world.close());

const setEmail = (id: number, email: string) => world.sql('update users set email = $2 where id = $1', [id, email]);
/** A patient of hc@ whose address stands for none, as an import makes it. */
async function patientWithoutEmail(): Promise<{ id: number; email: string }> {
  const id = await newPatient(world);
  const email = `p-9-${id}@no-mail.invalid`;
  await setEmail(id, email);
  await world.sql("insert into relations (domain_id, subject_id, kind, object_id) values (1, $1, 'center', $2)", [
    id,
    hc.user.id,
  ]);
  return { id, email };
}
const refused = async (caller: Caller, route: Route, input: object) => {
  const answer = await world.send(caller, route, input);
  const { reason, fields } = answer.json<{ reason: string; fields?: object }>();
  return { status: answer.statusCode, reason, fields };
};
const noEmailAt = (field: string) => ({ status: 409, reason: 'no_email', fields: { [field]: MESSAGE } });
/** What a call that is refused must leave as it was. */
const written = async () =>
  (
    await world.sql(
      `select (select count(*)::integer from documents) as documents, (select count(*)::integer from letters) as letters,
         (select count(*)::integer from one_time_passwords) as passwords,
         (select count(*)::integer from checkouts) as checkouts, (select count(*)::integer from credential_holds) as holds`,
    )
  )[0];

describe('A person without an e-mail address', () => {
  test('a request to sign is refused at the address, and nothing is written', async () => {
    const { email } = await patientWithoutEmail();
    const before = await written();
    const body = { name: 'New Patient', email };
    expect(await refused(hc, requestSignatures, { body })).toEqual(noEmailAt('email'));
    expect(await refused(hc, requestSignatures, { body: { ...body, email: email.toUpperCase() } })).toEqual(
      noEmailAt('email'),
    );
    expect(await written()).toEqual(before);
  });

  test('a pending document is not sent again, and it is once the person has an address', async () => {
    const { id } = await patientWithoutEmail();
    const email = `reached-${id}@new.test`;
    await setEmail(id, email);
    await world.call(hc, requestSignatures, { body: { name: 'New Patient', email } });
    await world.sql("update documents set signer_email = 'p-9-9@no-mail.invalid' where signer_id = $1", [id]);
    const [document] = await world.sql<{ id: number }>('select id from documents where signer_id = $1 limit 1', [id]);
    const again = { body: { doc_id: document?.id } };
    expect(await refused(hc, resendSignatureRequest, again)).toEqual(noEmailAt('user_email'));
    await world.sql('update documents set signer_email = $2 where signer_id = $1', [id, email]);
    await world.call(hc, resendSignatureRequest, again);
  });

  test('a new password by letter and one that an administrator types are refused', async () => {
    const { id } = await patientWithoutEmail();
    const before = await written();
    expect(await refused(hc, sendPatientPassword, { body: { user_id: id } })).toEqual(noEmailAt('user_id'));
    const body = { user_id: id, new_password_change: 'A-long-password-77' };
    expect(await refused(admin, updatePassword, { params: { id }, body })).toEqual(noEmailAt('new_password_change'));
    expect(await written()).toEqual(before);
  });

  test('an order that asks a patient to sign is refused before the charge, and goes through without', async () => {
    const { id } = await patientWithoutEmail();
    const before = await written();
    const { transaction_id: invoice_id } = await world.call(hc, readNextInvoice);
    const body = { ...kitOrder, patient_id: id, invoice_id, required_signature: true };
    expect(await refused(hc, checkOut, { body })).toEqual(noEmailAt('required_signature'));
    expect(await written()).toEqual(before);
    await world.call(hc, checkOut, { body: { ...body, required_signature: false } });
  });

  test('a center is not told of its label', async () => {
    const { data } = await world.call(hc, requestLabel, {
      body: {
        harvest_center_email: 'p-9-1@no-mail.invalid',
        harvest_center_representative: 'Beth Lowell',
        patients_ids: [0],
        other_patient_name: 'Rosalind Marsh',
        label_date: new Date().toISOString().slice(0, 10),
        address1: '1 Main Street',
        city: 'Austin',
        state_desc: 'Texas',
        zip_code: '73301',
        country_desc: 'United States',
      },
    });
    const notify = { body: { fedex_id: data.id } };
    expect(await refused(admin, sendLabelNotification, notify)).toEqual(noEmailAt('fedex_id'));
  });
});
