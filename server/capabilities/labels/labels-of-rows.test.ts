import { hash } from 'node:crypto';
import {
  listOtherLabels,
  readLabelFile,
  requestLabel,
  updateLabelAndNotify,
  uploadLabelFile,
} from '@vialkeep/contract/labels.ts';
import { listCenterProcessingFees, listReferralProcessingFees } from '@vialkeep/contract/transactions.ts';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { migrate } from '../../kernel/db/migrate.ts';
import { withConnection } from '../../kernel/db/roles.ts';
import { migrateQueue } from '../../kernel/jobs/jobs.ts';
import { paidFee } from '../../testing/paid-fee.ts';
import { inDatabase } from '../../testing/test-settings.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

type Clinic = Caller & { user: { id: number } };

let world: World;
let hc: Clinic;
let rhc: Clinic;
let admin: Caller;
let pdf: Buffer;
beforeAll(async () => {
  world = await newWorld();
  [hc, rhc, admin] = [await world.as('hc'), await world.as('rhc'), await world.as('admin')];
  const paper = await PDFDocument.create();
  paper.addPage([288, 432]);
  pdf = Buffer.from(await paper.save());
});
afterAll(() => world.close());
beforeEach(() => world.sql('delete from label_transactions; delete from label_patients; delete from labels'));

const PATIENT = 'patient3@vialkeep.test';
const form = {
  harvest_center_email: 'front@clinic.test',
  harvest_center_representative: 'Front Desk',
  address1: '845 Flatiron Parkway',
  city: 'Boulder',
  state_desc: 'Colorado',
  country_desc: 'United States',
  zip_code: '80301',
};
const other = { patients_ids: '', other_patient_name: 'Rosalind Marsh' };
const tracking = { tracking_link: 'https://www.fedex.com/fedextrack/?trknbr=7946', tracking_number: '7946' };

const ask = (caller: Caller, body: object) => world.send(caller, requestLabel, { body: { ...form, ...body } });
const fiftyTimes = (caller: Caller, body: object) =>
  Promise.all(Array.from({ length: 50 }, async () => (await ask(caller, body)).statusCode));
const feeOf = (center: string, referral?: string) =>
  paidFee(world, { patient: PATIENT, center: `${center}@vialkeep.test`, ...(referral && { referral }) });
const count = async () => (await world.sql<{ n: number }>('select count(*)::int n from labels'))[0]?.n;

/** The labels in the row of a fee, as the clinic's list shows them. */
async function inRow(clinic: Clinic, fee: number) {
  const route = clinic === rhc ? listReferralProcessingFees : listCenterProcessingFees;
  const rows = await world.call(clinic, route, { params: { id: clinic.user.id } });
  return rows.find(({ id }) => id === fee)?.fedex_request;
}
const otherRequests = (clinic: Clinic, caller: Caller = clinic) =>
  world.call(caller, listOtherLabels, { params: { id: clinic.user.id } });

async function finish(id: number): Promise<string> {
  const file = { name: 'label.pdf', bytes: pdf };
  const { filename } = await world.call(admin, uploadLabelFile, { file, body: { type: 'fedexlabel' } });
  await world.call(admin, updateLabelAndNotify, { params: { id }, body: { ...tracking, pdf_file: filename } });
  return filename;
}

describe('F113 F114 F119 Request that belongs to the transaction of its row', () => {
  test('a center that requests with Other from a row sees Requested in that row, then the label and its tracking', async () => {
    const fee = await feeOf('hc');
    const { data } = (await ask(hc, { ...other, transaction_id: fee })).json();
    expect(await inRow(hc, fee)).toMatchObject([
      { id: data.id, pdf_file: '', tracking_number: '', other_patient_name: 'Rosalind Marsh' },
    ]);
    const pdf_file = await finish(data.id);
    expect(await inRow(hc, fee)).toMatchObject([{ id: data.id, pdf_file, ...tracking }]);
    expect(await otherRequests(hc)).toEqual([]);
  });

  test('a referral center that requests with Other from a row sees it there; the center of the fee sees it too and can open the file', async () => {
    const fee = await feeOf('hc', 'rhc@vialkeep.test');
    const { data } = (await ask(rhc, { ...other, transaction_id: fee })).json();
    const pdf_file = await finish(data.id);
    for (const clinic of [rhc, hc]) {
      expect(await inRow(clinic, fee)).toMatchObject([{ id: data.id, pdf_file, ...tracking }]);
      expect(await otherRequests(clinic)).toEqual([]);
      expect((await world.send(clinic, readLabelFile, { params: { file: pdf_file } })).statusCode).toBe(200);
    }
    const [label] = await world.sql('select center_id from labels where id = $1', [data.id]);
    expect(label).toEqual({ center_id: hc.user.id });
  });

  test('a request for a patient who has no fee without a label appears in the row from which it was made', async () => {
    const [patient] = await world.sql<{ id: number }>(
      `select subject_id as id from relations join users on users.id = subject_id
       where kind = 'center' and object_id = $1 and plan_id = 2 and email <> $2 and not exists
         (select from documents where signer_id = subject_id and status = 'Pending') limit 1`,
      [hc.user.id, PATIENT],
    );
    const unpaid = patient?.id ?? 0;
    await world.sql('update transactions set patient_id = null where patient_id = $1', [unpaid]);
    const fee = await feeOf('hc');
    const { data } = (await ask(hc, { patients_ids: String(unpaid), transaction_id: fee })).json();
    expect(await inRow(hc, fee)).toMatchObject([{ id: data.id, patients_ids: String(unpaid) }]);
    expect((await ask(hc, { ...other, transaction_id: fee })).json().reason).toBe('already_requested');
  });

  test('a request from a row that has its label already is refused, whichever patient it is for', async () => {
    const fee = await feeOf('hc');
    const patient = await world.idOf(PATIENT);
    const { data } = (await ask(hc, { patients_ids: [patient], transaction_id: fee })).json();
    await finish(data.id);
    for (const body of [{ patients_ids: [patient] }, other]) {
      const refused = await ask(hc, { ...body, transaction_id: fee });
      expect([refused.statusCode, refused.json().reason]).toEqual([409, 'already_requested']);
    }
    expect(await count()).toBe(1);
  });

  test('a row of another clinic, of another site or of another product is answered with 404, and nothing is written', async () => {
    const kit = await world.sql<{ id: number }>(
      'select id from transactions where center_id = $1 and product_id = 3 limit 1',
      [hc.user.id],
    );
    const fees = [await feeOf('hc2'), kit[0]?.id ?? 0, 2_000_000_000];
    for (const transaction_id of fees) {
      const refused = await ask(hc, { ...other, transaction_id });
      expect([refused.statusCode, refused.json().reason], String(transaction_id)).toEqual([404, 'not_found']);
    }
    const north = await world.as('hc@north.test', 'north.localhost');
    expect((await ask(north, { ...other, transaction_id: await feeOf('hc') })).statusCode).toBe(404);
    expect(await count()).toBe(0);
  });
});

describe('50 equal requests at once', () => {
  test.each([['hc'], ['rhc']] as const)(
    '50 requests at once from one row of %s, with Other, create one request',
    async (who) => {
      const fee = await feeOf('hc', 'rhc@vialkeep.test');
      const statuses = await fiftyTimes(who === 'hc' ? hc : rhc, { ...other, transaction_id: fee });
      expect(statuses.toSorted((one, next) => one - next)).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
      expect(await count()).toBe(1);
      expect(await inRow(hc, fee)).toHaveLength(1);
    },
  );

  test('50 requests at once from one row for its patient create one request', async () => {
    const fee = await feeOf('hc');
    const body = { patients_ids: [await world.idOf(PATIENT)], transaction_id: fee };
    const statuses = await fiftyTimes(hc, body);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await count()).toBe(1);
  });
});

describe('List of other requests', () => {
  test('C-03 the list of a staff member is empty for an administrator who views it, and refused to the staff member', async () => {
    const staff = await world.as('staff');
    await ask(hc, other);
    expect(await otherRequests(staff, admin)).toEqual([]);
    expect(await world.refusalOf(staff, listOtherLabels, { params: { id: staff.user.id } })).toMatchObject({
      status: 403,
    });
  });

  test('the list shows what a clinic requested from no row, newest first, with the label once it exists', async () => {
    const first = (await ask(hc, other)).json().data.id;
    const second = (await ask(hc, { ...other, other_patient_name: 'Jonas Whitfield' })).json().data.id;
    const pdf_file = await finish(first);
    expect(await otherRequests(hc)).toMatchObject([
      { id: second, other_patient_name: 'Jonas Whitfield', pdf_file: '', requester: { id: hc.user.id }, patients: [] },
      { id: first, other_patient_name: 'Rosalind Marsh', pdf_file, ...tracking },
    ]);
    expect(await otherRequests(hc, admin)).toHaveLength(2);
    expect(await otherRequests(await world.as('hc2'))).toEqual([]);
    expect(await world.refusalOf(hc, listOtherLabels, { params: { id: rhc.user.id } })).toMatchObject({ status: 404 });
  });

  test('a center sees requests of its referral center from no row, with the number but no name of a patient it may not see', async () => {
    const patient = await world.idOf(PATIENT);
    await world.sql('update transactions set patient_id = null where patient_id = $1', [patient]);
    await ask(rhc, { patients_ids: [patient] });
    const [own] = await otherRequests(rhc);
    expect(own?.patients).toEqual([{ id: patient, name: expect.stringMatching(/\w/) }]);
    const [label] = await world.sql<{ email: string }>(
      'select email from labels join users on users.id = center_id where requester_id = $1',
      [rhc.user.id],
    );
    const center = await world.as(label?.email ?? '');
    await world.sql("update relations set ended_at = now() where subject_id = $1 and kind = 'center'", [patient]);
    await world.sql("update relations set ended_at = now() where object_id = $1 and kind = 'referral_center'", [
      rhc.user.id,
    ]);
    const [listed] = await otherRequests(center);
    expect(listed).toMatchObject({ requester: { id: rhc.user.id }, patients: [{ id: patient, name: '' }] });
  });

  test('the list shows a request whose transaction was corrected to another center', async () => {
    const fee = await feeOf('hc');
    const { data } = (await ask(hc, { ...other, transaction_id: fee })).json();
    const elsewhere = await world.as('hc2');
    await world.sql('update transactions set center_id = $1 where id = $2', [elsewhere.user.id, fee]);
    expect(await otherRequests(hc)).toMatchObject([{ id: data.id }]);
    expect(await inRow(elsewhere, fee)).toMatchObject([{ id: data.id }]);
  });
});

test('the migration of an old database links a request with a known fee to its transaction, and any other to none', {
  timeout: 120_000,
}, async () => {
  const name = `before_labels_${hash('sha256', world.name).slice(0, 12)}`;
  const url = inDatabase(inject('ownerUrl'), name);
  await withConnection(inject('ownerUrl'), (owner) => owner.query(`create database ${name}`));
  await migrateQueue(url);
  await migrate(url, { until: 35 });
  await withConnection(url, async (owner) => {
    for (const statement of OLD_DATA) await owner.query(statement);
  });
  expect(await migrate(url)).toContain('0036_labels_of_transactions.sql');
  const rows = await withConnection(url, async (owner) => {
    const { rows: found } = await owner.query(
      `select other_patient_name as other, transaction_id is not null as known, label_patients.patient_id is not null as named
       from labels left join label_transactions on label_transactions.label_id = labels.id
         left join label_patients on label_patients.label_id = labels.id order by labels.id`,
    );
    return found;
  });
  expect(rows).toEqual([
    { other: '', known: true, named: true },
    { other: '', known: false, named: true },
    { other: 'Old Other', known: false, named: false },
  ]);
  await withConnection(inject('ownerUrl'), (owner) => owner.query(`drop database ${name} with (force)`));
});

/** A request by a fee, one for a patient without a fee, and one with Other, as the previous version wrote them. */
const OLD_DATA = [
  `insert into domains (name, host, product, brand, support_email, email_sender, is_main)
   values ('Vialkeep', 'localhost', 'Vialkeep', 'Vialkeep', 'help@vialkeep.test', 'no-reply@vialkeep.test', true)`,
  `insert into users (domain_id, plan_id, email, first_name, last_name, password_hash)
   select id, plan, plan || '@old.test', 'Old', 'Person', 'x' from domains, unnest(array[2, 4]) plan`,
  `insert into transactions (domain_id, buyer_id, product_id, quantity, amount_cents, price_cents, shipping_cents,
     harvest_fee_cents, discount_cents, charged_cents, charged_quantity, center_id, patient_id, gateway, gateway_id,
     invoice_id, description, receipt_email)
   select domain_id, id, 1, 1, 100, 100, 0, 0, 0, 100, 1, id, (select id from users where plan_id = 2), 'test', 'old', 1,
     'Fee', '' from users where plan_id = 4`,
  `insert into labels (domain_id, requester_id, center_id, center_email, representative, label_date, address1, city,
     state_desc, country_desc, zip_code, other_patient_name)
   select domain_id, id, id, email, 'Desk', current_date, '1 Way', 'Town', 'Texas', 'United States', '78701', name
   from users, unnest(array['', '', 'Old Other']) with ordinality names (name, n) where plan_id = 4 order by n`,
  `insert into label_patients (label_id, domain_id, patient_id, transaction_id)
   select labels.id, labels.domain_id, users.id, case when labels.id = (select min(id) from labels) then transactions.id end
   from labels, users, transactions where plan_id = 2 and other_patient_name = ''`,
];
