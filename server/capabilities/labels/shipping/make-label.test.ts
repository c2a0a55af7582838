import { listCustody } from '@vialkeep/contract/custody.ts';
import { makeLabel, readLabel, readLabelFile, requestLabel, updateLabel } from '@vialkeep/contract/labels.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actorlessContext } from '../../../kernel/session/actor.ts';
import { type FedexStandIn, fakeFedex, LABEL } from '../../../testing/fakes/carrier/fake-fedex.ts';
import { type Caller, newWorld, type World } from '../../../testing/world.ts';
import { trackShipmentsJob } from './track-shipments.ts';

let fedex: FedexStandIn;
let world: World;
let hc: Caller & { user: { id: number } };
let admin: Caller;
beforeAll(async () => {
  fedex = await fakeFedex();
  const { clientId, clientSecret, account, url } = fedex.account;
  world = await newWorld({
    CARRIER: 'fedex',
    FEDEX_CLIENT_ID: clientId,
    FEDEX_CLIENT_SECRET: clientSecret,
    FEDEX_ACCOUNT: account,
    FEDEX_URL: url,
  });
  [hc, admin] = [await world.as('hc'), await world.as('admin')];
});
afterAll(async () => {
  await world.close();
  await fedex.close();
});

const form = {
  harvest_center_email: 'front@clinic.test',
  harvest_center_representative: 'Front Desk',
  doctor_name: 'Dr Ana Ruiz',
  address1: '845 Flatiron Parkway',
  city: 'Boulder',
  state_desc: 'Colorado',
  country_desc: 'United States',
  zip_code: '80301',
};
const requested = async (body: object = { other_patient_name: 'Rosalind Marsh' }) =>
  (await world.call(hc, requestLabel, { body: { ...form, ...body } })).data.id;
const make = (id: number, body: object = {}) => world.send(admin, makeLabel, { params: { id }, body });
const read = (id: number) => world.call(admin, readLabel, { params: { id } });

describe('0026 Label made by FedEx', () => {
  test('FedEx makes a label from the clinic to the lab, and the file, number and link are stored', async () => {
    const patient = await world.idOf('patient3@vialkeep.test');
    const id = await requested({ patients_ids: [patient], label_date: '2030-03-04' });
    expect(await read(id)).toMatchObject({ may: ['edit', 'make'] });
    expect((await make(id, { version: 1 })).json()).toEqual({ id, version: 2, alerts: [] });

    const made = fedex.shipments.at(-1);
    expect(made?.asked).toMatchObject({
      requestedShipment: {
        shipDatestamp: '2030-03-04',
        shipper: { contact: { personName: 'Dr Ana Ruiz' }, address: { stateOrProvinceCode: 'CO', countryCode: 'US' } },
        recipients: [{ contact: { personName: 'Receiving' }, address: { countryCode: 'US' } }],
      },
    });
    const label = await read(id);
    expect(label).toMatchObject({ tracking_number: made?.trackingNumber, carrier_doubt: null, may: ['edit', 'send'] });
    expect(label.tracking_link).toContain(made?.trackingNumber);
    const file = await world.send(hc, readLabelFile, { params: { file: label.pdf_file } });
    expect(file.rawPayload.equals(LABEL)).toBe(true);
    expect((await make(id)).json().reason).toBe('has_label');
    const custody = await world.call(hc, listCustody, { params: { id: patient } });
    expect(custody.at(-1)).toMatchObject({ kind: 'label.made', facts: { tracking_number: made?.trackingNumber } });
  });

  test('after a lost answer FedEx is called again only once an administrator confirms having checked', async () => {
    const id = await requested();
    const before = fedex.shipments.length;
    fedex.befall('lost');
    expect((await make(id)).json()).toMatchObject({ reason: 'label_uncertain' });
    expect(await read(id)).toMatchObject({ pdf_file: '', carrier_doubt: expect.stringContaining('may have made') });
    expect((await make(id)).json()).toMatchObject({ reason: 'label_uncertain' });
    expect(fedex.shipments).toHaveLength(before + 1);

    expect((await make(id, { has_looked: true })).statusCode).toBe(200);
    expect(await read(id)).toMatchObject({
      carrier_doubt: null,
      tracking_number: fedex.shipments.at(-1)?.trackingNumber,
    });
  });

  test('a label whose file did not arrive is named by its number, and an administrator can save it by hand', async () => {
    const id = await requested();
    fedex.labelAs = 'nothing';
    expect((await make(id)).json().reason).toBe('label_uncertain');
    fedex.labelAs = 'base64';
    const number = fedex.shipments.at(-1)?.trackingNumber ?? '';
    expect((await read(id)).carrier_doubt).toContain(number);
    const body = { tracking_link: 'https://www.fedex.com/track', tracking_number: number };
    expect((await world.send(admin, updateLabel, { params: { id }, body })).statusCode).toBe(200);
  });

  test('three simultaneous calls make one label', async () => {
    const id = await requested();
    const before = fedex.shipments.length;
    const answers = await Promise.all([make(id), make(id), make(id)]);
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '409', '409']);
    expect(fedex.shipments).toHaveLength(before + 1);
  });

  test('a refusal by FedEx shows its message, and an unavailable FedEx can be called again', async () => {
    const id = await requested();
    fedex.befall({ status: 400, errors: [{ code: 'POSTAL.INVALID', message: 'The postal code is not valid.' }] });
    const refused = (await make(id)).json();
    expect(refused).toMatchObject({ reason: 'carrier_refused' });
    expect(refused.message).toContain('The postal code is not valid.');
    fedex.befall({ status: 429 });
    expect((await make(id)).statusCode).toBe(503);
    expect(await read(id)).toMatchObject({ carrier_doubt: null });
    expect((await make(id)).statusCode).toBe(200);
  });

  test('a request whose process was killed during the call to FedEx counts as uncertain', async () => {
    const id = await requested();
    await world.sql("update labels set asked_carrier_at = now() - interval '6 minutes' where id = $1", [id]);
    expect((await read(id)).carrier_doubt).toContain('never arrived');
    expect((await make(id)).json().reason).toBe('label_uncertain');
  });

  test('an address that no label can carry is refused before FedEx is called', async () => {
    const id = await requested({ other_patient_name: 'Somebody', country_desc: 'Utopia' });
    expect((await make(id)).json().reason).toBe('no_destination');
  });
});

test('the tracking job asks FedEx about open shipments and adds new states to the chain of custody', async () => {
  const patient = await world.idOf('patient3@vialkeep.test');
  const id = await requested({ patients_ids: [patient] });
  await make(id);
  const { tracking_number } = await read(id);
  const track = () => trackShipmentsJob.run({}, world.app.services, actorlessContext('test'));
  fedex.states.set(tracking_number, { latestStatusDetail: { code: 'IT', description: 'In transit' } });
  await track();
  expect((await read(id)).shipment).toMatchObject({ state: 'on_its_way' });
  await track();
  fedex.states.set(tracking_number, {
    latestStatusDetail: { code: 'DL', description: 'Delivered' },
    dateAndTimes: [{ type: 'ACTUAL_DELIVERY', dateTime: '2026-03-03T10:00:00Z' }],
  });
  await track();
  expect((await read(id)).shipment).toMatchObject({ state: 'delivered', delivered_at: '2026-03-03T10:00:00.000Z' });
  const custody = await world.call(hc, listCustody, { params: { id: patient } });
  expect(custody.filter(({ kind }) => kind === 'label.tracked').map(({ facts }) => facts['state'])).toEqual([
    'on_its_way',
    'delivered',
  ]);
});
