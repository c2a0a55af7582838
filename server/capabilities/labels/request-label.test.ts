import { listCustody } from '@vialkeep/contract/custody.ts';
import { listLabels, PENDING_DOCUMENTS, requestLabel, sendPatientPassword } from '@vialkeep/contract/labels.ts';
import { listCenterProcessingFees, listReferralProcessingFees } from '@vialkeep/contract/transactions.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paidFee } from '../../testing/paid-fee.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let hc: Caller & { user: { id: number } };
let rhc: Caller & { user: { id: number } };
let admin: Caller;
let patient: number;
beforeAll(async () => {
  world = await newWorld();
  [hc, rhc, admin] = [await world.as('hc'), await world.as('rhc'), await world.as('admin')];
  patient = await world.idOf('patient3@vialkeep.test');
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.sql('delete from label_transactions; delete from label_patients; delete from labels');
});

const form = {
  harvest_center_email: 'front@clinic.test',
  harvest_center_representative: 'Front Desk',
  address1: '845 Flatiron Parkway',
  city: 'Boulder',
  state_desc: 'Colorado',
  country_desc: 'United States',
  zip_code: '80301',
};
const ask = (caller: Caller, body: object) => world.send(caller, requestLabel, { body: { ...form, ...body } });
const count = async () => (await world.sql<{ n: number }>('select count(*)::int n from labels'))[0]?.n;

describe('F113 Label request of a center', () => {
  test('a center requests a label for a patient whose fee is paid, and the row shows Requested until there is a file', async () => {
    const fee = await paidFee(world, { patient: 'patient3@vialkeep.test', center: 'hc@vialkeep.test' });
    const row = async () =>
      (await world.call(hc, listCenterProcessingFees, { params: { id: hc.user.id } })).find(({ id }) => id === fee);
    expect(await row()).toMatchObject({ patient: [{ id: patient }], fedex_request: [] });
    expect((await row())?.patient_documents.map(({ status }) => status)).toEqual([
      'Completed',
      'Completed',
      'Completed',
    ]);

    // The server ignores the center and the doctor in the body (U-46).
    const { data, message } = (
      await ask(hc, { patients_ids: `${patient}`, harvest_center: 1, doctor: 1, label_date: '2026-12-01' })
    ).json();
    expect(message).toBe('FedEx Label has been requested!');
    expect((await row())?.fedex_request).toEqual([
      {
        id: data.id,
        pdf_file: '',
        tracking_link: '',
        tracking_number: '',
        notification_sent: false,
        patients_ids: String(patient),
        other_patient_name: '',
      },
    ]);
    expect(await world.call(admin, listLabels)).toMatchObject([
      {
        id: data.id,
        hc_desc: [{ id: hc.user.id, email: 'hc@vialkeep.test' }],
        requester: { id: hc.user.id },
        patients_ids: String(patient),
        patients: [{ id: patient }],
        other_patient_name: '',
        label_date: '2026-12-01',
        pdf_file: '',
        notification_sent: false,
        may: ['edit'],
      },
    ]);
    const custody = await world.call(hc, listCustody, { params: { id: patient } });
    expect(custody.at(-1)).toMatchObject({
      kind: 'label.requested',
      who: { id: hc.user.id },
      facts: { label: data.id, transaction: fee },
    });
    expect(await world.sql("select action from audit_log where subject = 'label'")).toContainEqual({
      action: 'labels.request',
    });
  });

  test('F112 a request is refused while one of the patient’s documents is pending, and nothing is written', async () => {
    const pending = await world.idOf('patient15@vialkeep.test');
    const response = await ask(hc, { patients_ids: [patient, pending] });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ reason: 'documents_pending', message: PENDING_DOCUMENTS });
    expect(await count()).toBe(0);
  });

  test('F114 a center requests a label by name for a person without an account', async () => {
    expect((await ask(hc, { patients_ids: '0', other_patient_name: ' Rosalind Marsh ' })).statusCode).toBe(200);
    expect(await world.call(admin, listLabels)).toMatchObject([
      { patients_ids: '', patients: [], other_patient_name: 'Rosalind Marsh' },
    ]);
  });

  test.each([
    [{}, { patients_ids: 'Please select a patient(s)' }],
    [{ patients_ids: '' }, { patients_ids: 'Please select a patient(s)' }],
    [{ patients_ids: '0', other_patient_name: ' ' }, { other_patient_name: 'Patient Name is required.' }],
    [{ patients_ids: 'x' }, { 'patients_ids.0': 'Please select a patient(s)' }],
    [{ patients_ids: '1', harvest_center_email: 'nobody' }, { harvest_center_email: 'Enter an e-mail address.' }],
    [{ patients_ids: '1', zip_code: '' }, { zip_code: 'Postal Code is required.' }],
    [{ patients_ids: '1', label_date: '2026-02-30' }, { label_date: 'Enter a date.' }],
  ])('the body %j is refused by the name of the field, and nothing is written', async (body, fields) => {
    const response = await ask(hc, body);
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toEqual(fields);
    expect(await count()).toBe(0);
  });

  test('T37 a request for a patient of another center is answered with 404, and nothing is written', async () => {
    const others = await world.idOf('patient2@vialkeep.test');
    expect((await ask(hc, { patients_ids: `${patient},${others}` })).statusCode).toBe(404);
    expect(await count()).toBe(0);
  });

  test('a patient who has paid twice can have two requests, one for each fee', async () => {
    const pay = () => paidFee(world, { patient: 'patient3@vialkeep.test', center: 'hc@vialkeep.test' });
    const fees = [await pay(), await pay()];
    const by = (transaction_id: number | undefined) => ask(hc, { patients_ids: [patient], transaction_id });
    expect((await by(fees[1])).statusCode).toBe(200);
    expect((await by(undefined)).json().reason).toBe('already_requested');
    const again = await Promise.all([by(fees[0]), by(fees[0]), by(fees[1])]);
    expect(again.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '409', '409']);
    expect(await world.sql('select transaction_id as id from label_transactions order by 1')).toEqual(
      fees.map((id) => ({ id })),
    );
  });

  test('three equal requests at the same moment create one request', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => ask(hc, { patients_ids: `${patient}` })));
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '409', '409']);
    expect((await ask(rhc, { patients_ids: `${patient}` })).json().reason).toBe('already_requested');
    expect(await count()).toBe(1);
  });
});

test('U-46 a referral center requests for the center of the fee, and both see the request', async () => {
  const fee = await paidFee(world, {
    patient: 'patient3@vialkeep.test',
    center: 'hc3@vialkeep.test',
    referral: 'rhc@vialkeep.test',
  });
  await world.sql('update transactions set center_id = $1 where id <> $2 and patient_id = $3', [
    await world.idOf('hc2@vialkeep.test'),
    fee,
    patient,
  ]);
  const { data } = (await ask(rhc, { patients_ids: [patient] })).json();
  expect(await world.call(admin, listLabels)).toMatchObject([
    { id: data.id, hc_desc: [{ id: await world.idOf('hc3@vialkeep.test') }], requester: { id: rhc.user.id } },
  ]);
  const rows = await world.call(rhc, listReferralProcessingFees, { params: { id: rhc.user.id } });
  expect(rows.find(({ id }) => id === fee)).toMatchObject({ fedex_request: [{ id: data.id, pdf_file: '' }] });
});

describe('F115 New password for a patient, sent by a center', () => {
  test('the email goes to the address on record, and only to the center’s own patients', async () => {
    const { message } = await world.call(hc, sendPatientPassword, { body: { user_id: patient, user_name: 'Else' } });
    expect(message).toBe('The e-mail with a new password has been sent.');
    const [letter] = await world.letters(1);
    expect(letter?.recipient).toBe('patient3@vialkeep.test');
    for (const email of ['patient2@vialkeep.test', 'staff@vialkeep.test', 'rhc@vialkeep.test', 'patient@north.test']) {
      const body = { user_id: await world.idOf(email) };
      expect(await world.refusalOf(hc, sendPatientPassword, { body }), email).toEqual({
        status: 404,
        reason: 'not_found',
      });
    }
  });
});
