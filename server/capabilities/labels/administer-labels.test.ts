import { listCustody } from '@vialkeep/contract/custody.ts';
import {
  listLabels,
  makeLabel,
  readLabel,
  readLabelFile,
  requestLabel,
  sendLabelNotification,
  updateLabel,
  updateLabelAndNotify,
  uploadLabelFile,
} from '@vialkeep/contract/labels.ts';
import { listCenterProcessingFees } from '@vialkeep/contract/transactions.ts';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { paidFee } from '../../testing/paid-fee.ts';
import { visible } from '../../testing/same-answer.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { confirmNotificationsJob } from './notifications/confirm-notifications.ts';

let world: World;
let hc: Caller & { user: { id: number } };
let admin: Caller & { user: { id: number } };
let pdf: Buffer;
beforeAll(async () => {
  world = await newWorld();
  [hc, admin] = [await world.as('hc'), await world.as('admin')];
  const paper = await PDFDocument.create();
  paper.addPage([288, 432]);
  pdf = Buffer.from(await paper.save());
});
afterAll(() => world.close());

const form = {
  harvest_center_representative: 'Front Desk',
  address1: '845 Flatiron Parkway',
  city: 'Boulder',
  state_desc: 'Colorado',
  country_desc: 'United States',
  zip_code: '80301',
};
const tracking = { tracking_link: 'https://www.fedex.com/fedextrack/?trknbr=7946', tracking_number: '7946' };

let asked = 0;
async function requested(where = world, body: object = { other_patient_name: 'Rosalind Marsh' }, who = hc) {
  asked += 1;
  const harvest_center_email = `front${asked}@clinic.test`;
  return (await where.call(who, requestLabel, { body: { ...form, harvest_center_email, ...body } })).data.id;
}
const uploaded = async (where = world, who: Caller = admin) =>
  (await where.call(who, uploadLabelFile, { file: { name: 'label.pdf', bytes: pdf }, body: { type: 'fedexlabel' } }))
    .filename;
const read = (id: number, where = world, who: Caller = admin) => where.call(who, readLabel, { params: { id } });
const save = (id: number, body: object) => world.send(admin, updateLabel, { params: { id }, body });
const open = (caller: Caller, file: string) => world.send(caller, readLabelFile, { params: { file } });

describe('F117 Label of a request, set by an administrator', () => {
  test('an administrator saves a file and its tracking, and the center sees the label and opens the file', async () => {
    const patient = await world.idOf('patient3@vialkeep.test');
    const fee = await paidFee(world, {
      patient: 'patient3@vialkeep.test',
      center: 'hc@vialkeep.test',
      referral: 'rhc@vialkeep.test',
    });
    const id = await requested(world, { patients_ids: [patient] });
    const pdf_file = await uploaded();
    expect((await save(id, { ...tracking, pdf_file, version: 1 })).json()).toEqual({ id, version: 2 });
    expect(await read(id)).toMatchObject({ ...tracking, pdf_file, notification: 'none', may: ['edit', 'send'] });

    // The row of the processing fee shows the label to the center (F119).
    const rows = await world.call(hc, listCenterProcessingFees, { params: { id: hc.user.id } });
    expect(rows.find((row) => row.id === fee)?.fedex_request).toEqual([
      { id, pdf_file, ...tracking, notification_sent: false, patients_ids: String(patient), other_patient_name: '' },
    ]);
    for (const who of ['hc', 'rhc', 'admin', 'super']) {
      const answer = await open(await world.as(who), pdf_file);
      expect(answer.statusCode, who).toBe(200);
      expect(answer.rawPayload.equals(pdf), who).toBe(true);
      expect(answer.headers['content-disposition']).toMatch(/^inline/);
    }
    const missing = visible(await open(await world.as('hc2'), `${'0'.repeat(32)}.pdf`));
    for (const who of ['hc2', 'hc3', 'rhc2'])
      expect(visible(await open(await world.as(who), pdf_file))).toEqual(missing);
    expect((await open(await world.as('admin@north.test', 'north.localhost'), pdf_file)).statusCode).toBe(404);
    expect((await open(await world.as('patient3'), pdf_file)).statusCode).toBe(403);
    const custody = await world.call(hc, listCustody, { params: { id: patient } });
    expect(custody.at(-1)).toMatchObject({ kind: 'label.made', facts: { label: id, tracking_number: '7946' } });
  });

  test.each([
    [{ tracking_number: '7946' }, { tracking_link: 'Tracking Link is required.' }],
    [{ tracking_link: 'https://fedex.com' }, { tracking_number: 'Tracking Number is required.' }],
    [
      { ...tracking, tracking_link: 'javascript:alert(1)' },
      { tracking_link: 'Enter an address that begins with https://.' },
    ],
    [
      { ...tracking, tracking_link: 'ftp://fedex.com' },
      { tracking_link: 'Enter an address that begins with https://.' },
    ],
    [{ ...tracking, pdf_file: `${'0'.repeat(32)}.pdf` }, { pdf_file: 'Upload the file first.' }],
    [{ ...tracking, pdf_file: '../hc-logos/x.png' }, { pdf_file: 'Upload the file first.' }],
  ])('T40 T53 the body %j is refused by the name of the field, and nothing is written', async (body, fields) => {
    const id = await requested();
    const response = await save(id, body);
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toEqual(fields);
    expect(await read(id)).toMatchObject({ version: 1, pdf_file: '', tracking_number: '' });
  });

  test('S-24 a label takes only a readable PDF that the same administrator uploaded, and only once', async () => {
    const given = (bytes: Buffer) => world.send(admin, uploadLabelFile, { file: { name: 'label.pdf', bytes } });
    const kept = () => world.sql('select count(*)::int as n from files');
    const before = await kept();
    expect((await given(Buffer.from('<html>'))).json().message).toBe('Only these files can be accepted: PDF.');
    const broken = await given(Buffer.from('%PDF-1.7\n'));
    expect([broken.statusCode, broken.json().reason]).toEqual([400, 'unreadable_pdf']);
    expect(await kept()).toEqual(before);
    const others = await uploaded(world, await world.as('super'));
    const own = await uploaded();
    const [one, two] = [await requested(), await requested()];
    expect((await save(one, { ...tracking, pdf_file: others })).json().reason).toBe('file_not_uploaded');
    expect((await save(one, { ...tracking, pdf_file: own })).statusCode).toBe(200);
    expect((await save(two, { ...tracking, pdf_file: own })).json().reason).toBe('file_not_uploaded');
  });

  test('a second administrator who saves the same version of a request gets 409, and the first label remains', async () => {
    const id = await requested();
    expect((await save(id, { ...tracking, version: 1 })).statusCode).toBe(200);
    const second = await save(id, { ...tracking, tracking_number: '7947', version: 1 });
    expect(second.statusCode).toBe(409);
    expect(second.json().reason).toBe('changed_meanwhile');
    expect((await read(id)).tracking_number).toBe('7946');
  });

  test('making a label without a configured carrier is refused with no_carrier', async () => {
    const id = await requested();
    expect(await world.refusalOf(admin, makeLabel, { params: { id } })).toEqual({ status: 409, reason: 'no_carrier' });
  });
});

test('F116 requests without a label are listed first, the oldest on top', async () => {
  const labels = await world.call(admin, listLabels);
  const waiting = labels.filter(({ pdf_file }) => pdf_file === '').map(({ id }) => id);
  expect(labels.slice(0, waiting.length).map(({ id }) => id)).toEqual(waiting.toSorted((a, b) => a - b));
  const north = await world.as('admin@north.test', 'north.localhost');
  expect((await world.call(north, listLabels)).every(({ domain }) => domain.name === 'Northlight')).toBe(true);
});

describe('F118 Notification of the center', () => {
  test('saving a label queues an email to the center, and Notification Sent is Yes once it is sent', async () => {
    const patient = await world.idOf('patient3@vialkeep.test');
    const id = await requested(world, { patients_ids: [patient] });
    const body = { ...tracking, pdf_file: await uploaded() };
    expect(await world.call(admin, updateLabelAndNotify, { params: { id }, body })).toEqual({
      code: 'Success',
      message: 'FedEx Label/Tracking Number have been added and Email Notification Sent!',
    });
    expect(await read(id)).toMatchObject({ notification_sent: false, notification: 'on_its_way' });
    // A second call while the email is in the outbox queues no second email (T59).
    await world.call(admin, sendLabelNotification, { body: { fedex_id: id } });

    const letters = (await world.letters(1)).filter(({ recipient }) => recipient === `front${asked}@clinic.test`);
    expect(letters).toHaveLength(1);
    expect(letters[0]?.text_body).toContain('7946');
    expect(letters[0]?.text_body).toContain('/fedex-request-label');
    expect(letters[0]?.text_body).toContain(`#${patient}`);
    expect(await read(id)).toMatchObject({ notification_sent: true, notification: 'sent' });
    const custody = await world.call(hc, listCustody, { params: { id: patient } });
    expect(custody.slice(-2).map(({ kind }) => kind)).toEqual(['label.made', 'label.sent']);

    // A changed label resets the notification.
    await save(id, { ...tracking, tracking_number: '7950' });
    expect(await read(id)).toMatchObject({ notification_sent: false, notification: 'none' });
  });

  test('a request without a file is refused for notification, and nothing is written', async () => {
    const id = await requested();
    const told = { status: 409, reason: 'no_label' };
    expect(await world.refusalOf(admin, sendLabelNotification, { body: { fedex_id: id } })).toEqual(told);
    expect(await world.refusalOf(admin, updateLabelAndNotify, { params: { id }, body: tracking })).toEqual(told);
    expect(await read(id)).toMatchObject({ version: 1, tracking_number: '' });
  });

  test('the notification counts as sent only after the mail server accepts the email; T59 a center gets five an hour', async () => {
    const outside = await newWorld({ SMTP_URL: 'smtp://127.0.0.1:9' });
    const [center, chief] = [await outside.as('hc'), await outside.as('admin')];
    const id = await requested(outside, undefined, center);
    const send = () => outside.send(chief, sendLabelNotification, { body: { fedex_id: id } });
    const settle = () => confirmNotificationsJob.run({}, outside.app.services, actorlessContext('test'));
    const stateOf = async () => (await read(id, outside, chief)).notification;
    const body = { ...tracking, pdf_file: await uploaded(outside, chief) };
    await outside.call(chief, updateLabel, { params: { id }, body });

    await send();
    await settle();
    expect(await stateOf()).toBe('on_its_way');
    await outside.sql("update letters set refused_at = now(), refused_why = 'no such address'");
    await settle();
    expect(await stateOf()).toBe('refused');
    await send();
    await outside.sql('update letters set sent_at = now() where refused_at is null');
    await settle();
    expect(await stateOf()).toBe('sent');

    const answers = [await send(), await send(), await send(), await send()];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429]);
    await outside.close();
  });
});
