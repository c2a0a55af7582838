import {
  type Coupon,
  createCoupon,
  listCoupons,
  readCoupon,
  removeCoupon,
  updateCoupon,
} from '@vialkeep/contract/coupons.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visible } from '../../testing/same-answer.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
let north: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  north = await world.as('admin@north.test', 'north.localhost');
});
afterAll(() => world.close());

const details = { name: 'Autumn', discount_amount: 75.5, max_use_number: 0, status: 1 };
let made = 0;
const newCode = () => `CODE${(made += 1)}`;
const add = (body: object = {}, caller = admin): Promise<Coupon> =>
  world.call(caller, createCoupon, { body: { ...details, code: newCode(), ...body } });
const sendAdd = (body: object, caller = admin) =>
  world.send(caller, createCoupon, { body: { ...details, code: newCode(), ...body } });
const put = (id: number, body: object, caller = admin) =>
  world.send(caller, updateCoupon, { params: { id }, body: { ...details, code: newCode(), ...body } });
const codes = async (caller: Caller) => (await world.call(caller, listCoupons)).map(({ code }) => code);
const everyRow = () => world.sql('select * from coupons order by id');

describe('F145 Creating a coupon', () => {
  test('a new coupon is active, unlimited and valid for every site, product and center by default', async () => {
    const { name, discount_amount } = details;
    const coupon = await world.call(admin, createCoupon, { body: { name, discount_amount, code: ' Fresh1 ' } });
    expect(coupon).toEqual({
      id: expect.any(Number),
      name: 'Autumn',
      code: 'Fresh1',
      max_use_number: 0,
      used_number: 0,
      discount_amount: 75.5,
      status: true,
      product_ids: '',
      harvest_center: null,
      hc_desc: [],
      domain: null,
      domain_info: { name: '' },
      version: 0,
    });
    expect(await world.call(admin, readCoupon, { params: { id: coupon.id } })).toEqual(coupon);
  });

  test('C-35 a new coupon accepts status and products in every documented form', async () => {
    for (const [status, isActive] of [
      [1, true],
      [0, false],
      ['1', true],
      ['0', false],
      [true, true],
      [false, false],
    ]) {
      expect(await add({ status })).toMatchObject({ status: isActive });
    }
    for (const [product_ids, kept] of [
      ['14,2', '2,14'],
      [[3, 9, 3], '3,9'],
      ['', ''],
      [[], ''],
    ]) {
      expect(await add({ product_ids })).toMatchObject({ product_ids: kept });
    }
    expect(await add({ discount_amount: '12.50', domain: '', harvest_center: '' })).toMatchObject({
      discount_amount: 12.5,
      domain: null,
      harvest_center: null,
    });
  });

  test('a coupon of one center shows the company, and a coupon of one site shows the site’s name', async () => {
    const center = await world.idOf('hc2@vialkeep.test');
    expect(await add({ harvest_center: center, domain: 1 })).toMatchObject({
      harvest_center: center,
      hc_desc: [{ id: center, company: 'Harbor Steps Surgery' }],
      domain: 1,
      domain_info: { name: 'Vialkeep' },
    });
  });

  test('creating a coupon writes an audit row', async () => {
    const { id } = await add({ max_use_number: 3 });
    expect(
      await world.sql(
        "select domain_id, action, facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where subject = 'coupon' and subject_id = $1",
        [String(id)],
      ),
    ).toEqual([
      {
        domain_id: 1,
        action: 'coupons.create',
        facts: { discount_cents: 7_550, max_use_number: 3, is_active: true },
      },
    ]);
  });

  test('a code that another coupon has, in any letter case, is refused until that coupon is removed', async () => {
    const { id, code } = await add();
    const again = await sendAdd({ code: ` ${code.toLowerCase()} ` });
    expect(again.statusCode).toBe(400);
    expect(again.json()).toMatchObject({
      reason: 'code_in_use',
      message: `Coupon code already exists. It is that of #${id} - Autumn (every domain).`,
      fields: { code: `Coupon code already exists. It is that of #${id} - Autumn (every domain).` },
    });
    await world.call(admin, removeCoupon, { params: { id } });
    expect((await sendAdd({ code })).statusCode).toBe(200);
  });

  test.each([
    ['name', ' '],
    ['name', 'x'.repeat(101)],
    ['code', ''],
    ['code', undefined],
    ['code', 'x'.repeat(51)],
    ['discount_amount', undefined],
    ['discount_amount', 0],
    ['discount_amount', -5],
    ['discount_amount', 1.005],
    ['discount_amount', '1e3'],
    ['discount_amount', 1_000_000.01],
    ['max_use_number', -1],
    ['max_use_number', 1.5],
    ['max_use_number', '3'],
    ['max_use_number', 1e12],
    ['status', 2],
    ['product_ids', '2,x'],
    ['product_ids', [4]],
    ['product_ids', '1;drop'],
    ['harvest_center', 'x'],
    ['domain', 99],
    ['harvest_center', 999_999],
  ])('a coupon with %s %j is refused at that field, and nothing is stored', async (field, value) => {
    const before = await everyRow();
    const response = await sendAdd({ [field]: value });
    expect(response.statusCode, response.body).toBe(400);
    expect(Object.keys(response.json().fields)).toEqual([field]);
    expect(await everyRow()).toEqual(before);
  });

  test('a coupon can be limited only to a harvest center of its site', async () => {
    for (const [who, domain] of [
      ['hc@north.test', 1],
      ['hc@vialkeep.test', 2],
      ['rhc@vialkeep.test', 1],
      ['patient@vialkeep.test', null],
    ] as const) {
      const response = await sendAdd({ harvest_center: await world.idOf(who), domain });
      expect(response.json(), who).toMatchObject({
        reason: 'unknown_center',
        fields: { harvest_center: 'Choose a harvest center of this domain.' },
      });
    }
  });
});

describe('F145 Changing a coupon', () => {
  test('a change replaces all fields, and the audit row says what changed', async () => {
    const { id, code } = await add({ product_ids: '2', max_use_number: 5 });
    const response = await put(id, { code, name: 'Winter', discount_amount: 80, status: 0 });
    expect(response.json()).toMatchObject({
      name: 'Winter',
      status: false,
      product_ids: '',
      max_use_number: 0,
      version: 1,
    });
    const [row] = await world.sql<{ facts: object }>(
      "select facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where action = 'coupons.update' and subject_id = $1",
      [String(id)],
    );
    expect(row?.facts).toEqual({
      fields: ['name', 'discount_cents', 'max_use_number', 'is_active', 'product_ids'],
      discount_cents: 8_000,
      discount_cents_before: 7_550,
      max_use_number: 0,
      max_use_number_before: 5,
    });
  });

  test('a change that leaves out a field is refused at that field, so that none falls back to its default', async () => {
    const { id } = await add();
    for (const field of ['name', 'code', 'discount_amount', 'max_use_number', 'status']) {
      const response = await put(id, { [field]: undefined });
      expect(Object.keys(response.json().fields), field).toEqual([field]);
    }
  });

  test('a change based on an outdated version is refused with 409', async () => {
    const { id, code, version } = await add();
    expect((await put(id, { code, version })).statusCode).toBe(200);
    const late = await put(id, { code, version, name: 'Late' });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ reason: 'changed_meanwhile' });
    expect((await put(id, { code, version: version + 1, name: 'In time' })).json()).toMatchObject({ name: 'In time' });
  });

  test('a limit below the number of uses is refused with 409', async () => {
    const { id, code } = await add({ max_use_number: 5 });
    await world.sql('update coupons set used_number = 3 where id = $1', [id]);
    const response = await put(id, { code, max_use_number: 2 });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      reason: 'used_more_often',
      fields: { max_use_number: expect.any(String) },
    });
    expect((await put(id, { code, max_use_number: 3 })).json()).toMatchObject({ max_use_number: 3, used_number: 3 });
  });
});

describe('F145 Removing a coupon', () => {
  test('a removed coupon leaves every list, and its row stays', async () => {
    const { id, code } = await add();
    expect(await world.call(admin, removeCoupon, { params: { id } })).toEqual({
      success: true,
      message: 'Coupon code has been removed.',
    });
    expect(await codes(admin)).not.toContain(code);
    for (const route of [readCoupon, removeCoupon]) {
      expect((await world.send(admin, route, { params: { id } })).statusCode).toBe(404);
    }
    expect((await put(id, { code })).statusCode).toBe(404);
    expect(await world.sql('select code from coupons where id = $1 and removed_at is not null', [id])).toEqual([
      { code },
    ]);
  });
});

describe('S-31 Coupons and sites', () => {
  test('an administrator of one site manages only that site’s coupons, and gets 404 for those of every site', async () => {
    expect(await codes(north)).toEqual(['NORTHONLY']);
    expect(await codes(admin)).toEqual(expect.arrayContaining(['WELCOME100', 'ONCE50', 'NORTHONLY', 'STEIN200']));
    const everySites = await add();
    const mains = await add({ domain: 1 });
    const before = await everyRow();
    const answers = [];
    for (const id of [everySites.id, mains.id, 999_999]) {
      answers.push(await world.send(north, readCoupon, { params: { id } }));
      answers.push(await world.send(north, removeCoupon, { params: { id } }));
      answers.push(await put(id, {}, north));
    }
    for (const answer of answers) expect(answer.statusCode).toBe(404);
    expect(new Set(answers.map((answer) => JSON.stringify(visible(answer)))).size).toBe(1);
    expect(await everyRow()).toEqual(before);
  });

  test('a coupon that a site’s administrator creates belongs to that site and cannot name another site or its centers', async () => {
    expect(await add({}, north)).toMatchObject({ domain: 2, domain_info: { name: 'Northlight' } });
    const response = await sendAdd({ domain: 1 }, north);
    expect(response.json()).toMatchObject({ reason: 'unknown_domain', fields: { domain: 'Choose a domain.' } });
    const foreign = await sendAdd({ harvest_center: await world.idOf('hc@vialkeep.test') }, north);
    expect(foreign.json()).toMatchObject({ reason: 'unknown_center' });
  });

  test('two sites can use the same code without learning of each other', async () => {
    const { code } = await add({ domain: 1 });
    expect(await add({ code }, north)).toMatchObject({ code, domain: 2 });
  });

  test('active coupons are listed first, with the newest at the top', async () => {
    const off = await add({ status: 0 });
    const on = await add();
    const all = await world.call(admin, listCoupons);
    expect(all[0]?.id).toBe(on.id);
    const states = all.map(({ status }) => status);
    expect(states).toEqual(states.toSorted((a, b) => Number(b) - Number(a)));
    expect(all.find(({ id }) => id === off.id)?.status).toBe(false);
  });
});
