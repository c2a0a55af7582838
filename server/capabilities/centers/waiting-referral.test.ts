import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { decideReferral, listAwaitedCenters, listCentersOfReferral } from '@vialkeep/contract/centers.ts';
import { checkOut, readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { createCoupon, validateCoupon } from '@vialkeep/contract/coupons.ts';
import { requestLabel } from '@vialkeep/contract/labels.ts';
import { listRelatedByMembership } from '@vialkeep/contract/network.ts';
import { listPatientOptionsOfCenter, listPatientsOfCenter } from '@vialkeep/contract/patients.ts';
import { getUser } from '@vialkeep/contract/profile.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import { createHarvestCenter } from '@vialkeep/contract/sign-up.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newClinic, signUpsIn } from '../../testing/sign-ups.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';

const HOUSE_REP = 606;

let world: World;
let hc: number;
let secrets: string[];
let patients: number[];
let waiting: Caller & { user: { id: number } };
beforeAll(async () => {
  world = await newWorld({ SIGN_UPS_PER_HOUR: '1000' });
  hc = await world.idOf('hc@vialkeep.test');
  // Unique values, so that a match in an answer proves that it reveals the center or one of its users.
  await world.sql(
    `update users set first_name = 'Zfirst' || id, last_name = 'Zlast' || id, company = 'Zcompany' || id,
       template_id = 'ztemplate' || id, address1 = 'Zstreet ' || id, email = 'z' || id || '@people.test'
     where id = $1 or id in (select subject_id from relations where object_id = $1 and approved_at is not null)`,
    [hc],
  );
  const people = await world.sql<{ id: number; words: string[] }>(
    `select id, array[first_name, last_name, company, template_id, address1, email] as words from users
     where first_name like 'Zfirst%' order by id`,
  );
  patients = people.map(({ id }) => id).filter((id) => id !== hc);
  secrets = people.flatMap(({ words }) => words);
  const body = { ...newClinic(), subscription: 5, saless_rep_id: HOUSE_REP, hc_id: hc };
  await world.call(anonymousCaller, createHarvestCenter, { body });
  waiting = await loggedIn(body.email);
});
afterAll(() => world.close());

const { loggedIn } = signUpsIn(() => world);
const told = (body: string) => secrets.filter((secret) => body.includes(secret));

const address = { address1: '1 Main Street', city: 'Austin', state: 'Texas', country_desc: 'United States' };
const credit_card = {
  full_name: 'Ada Moreau',
  card_number: '4111111111111111',
  expiration_date: `${new Date().getUTCFullYear() + 3}-4`,
  cvc: '123',
};
const fee = {
  product_id: 13,
  product_quantity: 1,
  total_amount: 3920,
  harvest_fee: 'no',
  addressInfo: address,
  credit_card,
  create_patient: true,
  first_name: 'Iris',
  last_name: 'Kane',
  phone_number: '555',
};

describe('W-06 A referral center that waits for the approval of a center', () => {
  test('no reading call reveals anything about the center or its users to the referral center', async () => {
    let answered = 0;
    for (const { name, route } of catalogue) {
      // Public calls answer the same without a link to the center.
      if (route.method !== 'GET' || route.answersFile || route.access === 'public') continue;
      // This call answers the center's name, which the public sign-up link shows as well.
      if (name === 'listAwaitedCenters') continue;
      for (const id of route.path.includes(':') ? [hc, waiting.user.id, ...patients] : [0]) {
        const answer = await world.send(waiting, route, {
          params: { id, userId: id, labId: id, hcId: hc, identifier: id },
          query: name === 'listRelatedByMembership' ? { first_related: 4 } : {},
        });
        answered += Number(answer.statusCode === 200);
        expect(told(answer.body), `${name} ${id}`).toEqual([]);
      }
    }
    expect(answered).toBeGreaterThan(15);
  });

  test('the referral center has no center in its session, lists and relations, and cannot open the center', async () => {
    const { id } = waiting.user;
    expect(waiting.user).toMatchObject({ hc_desc: [] });
    expect((await world.call(waiting, currentSession)).user.hc_desc).toEqual([]);
    expect(await world.call(waiting, listCentersOfReferral, { params: { id } })).toEqual([]);
    const query = { first_related: 4, second_related: 2, include_nested: 'true' };
    expect(await world.call(waiting, listRelatedByMembership, { params: { id }, query })).toEqual([]);
    expect((await world.send(waiting, getUser, { params: { id: hc } })).statusCode).toBe(404);
    for (const route of [listPatientsOfCenter, listPatientOptionsOfCenter]) {
      expect((await world.send(waiting, route, { params: { id: hc } })).statusCode).toBe(403);
    }
  });

  test('the referral center and administrators see the name of the center that has to approve', async () => {
    const params = { id: waiting.user.id };
    const expected = [{ id: hc, company: `Zcompany${hc}` }];
    for (const caller of [waiting, await world.as('admin')]) {
      expect(await world.call(caller, listAwaitedCenters, { params })).toEqual(expected);
    }
    for (const [who, status] of [
      ['rhc2', 404],
      ['hc2', 403],
      ['admin@north.test', 404],
    ] as const) {
      const refusal = await world.refusalOf(await world.as(who), listAwaitedCenters, { params });
      expect(refusal, who).toMatchObject({ status });
    }
  });

  test('the center’s coupons are not valid for the referral center, whichever center it names', async () => {
    const body = { name: 'For the center', code: 'ONLYSTEIN', discount_amount: 20, harvest_center: hc };
    await world.call(await world.as('admin'), createCoupon, { body });
    for (const named of [{}, { harvest_center_id: hc }]) {
      const asked = { code: 'ONLYSTEIN', product_id: 13, ...named };
      expect((await world.call(waiting, validateCoupon, { body: asked })).success).toBe(false);
    }
  });

  test('the referral center can neither sell in the center’s name nor add a patient to it', async () => {
    const before = await world.sql('select count(*) from transactions');
    const { transaction_id: invoice_id } = await world.call(waiting, readNextInvoice);
    for (const named of [{}, { harvest_center_temporal_id: hc }]) {
      const body = { ...fee, ...named, email: 'iris@people.test', invoice_id };
      const refused = await world.send(waiting, checkOut, { body });
      expect(refused.statusCode).toBe(400);
      expect(Object.keys(refused.json().fields)).toEqual(['harvest_center_temporal_id']);
    }
    expect(await world.sql('select count(*) from transactions')).toEqual(before);
    expect(await world.sql(`select 1 from users where email = 'iris@people.test'`)).toEqual([]);
  });

  test('a label that the referral center requests belongs to the referral center', async () => {
    const body = {
      other_patient_name: 'Iris Kane',
      harvest_center: hc,
      harvest_center_email: 'front@clinic.test',
      harvest_center_representative: 'Front Desk',
      ...address,
      state_desc: 'Texas',
      zip_code: '78701',
    };
    const { data } = await world.call(waiting, requestLabel, { body });
    expect(await world.sql('select center_id from labels where id = $1', [data.id])).toEqual([
      { center_id: waiting.user.id },
    ]);
  });

  test('after the approval the referral center has the center, its coupons and its checkout', async () => {
    const center = await world.as(`z${hc}@people.test`);
    const body = { user_id: waiting.user.id, approve: true };
    expect((await world.send(center, decideReferral, { body })).statusCode).toBe(200);
    const { id } = waiting.user;
    expect(await world.call(waiting, listCentersOfReferral, { params: { id } })).toEqual([
      { id: hc, company: `Zcompany${hc}`, template_id: `ztemplate${hc}` },
    ]);
    expect(await world.call(waiting, listAwaitedCenters, { params: { id } })).toEqual([]);
    expect((await world.call(waiting, currentSession)).user.hc_desc).toMatchObject([{ id: hc }]);
    const asked = { code: 'ONLYSTEIN', product_id: 13 };
    expect((await world.call(waiting, validateCoupon, { body: asked })).success).toBe(true);
    const { transaction_id: invoice_id } = await world.call(waiting, readNextInvoice);
    const order = { ...fee, email: 'iris@people.test', invoice_id, harvest_center_temporal_id: hc };
    expect((await world.send(waiting, checkOut, { body: order })).statusCode).toBe(200);
  });
});
