import { addKits, addLot, listKits, listLots, sendKits, voidKit } from '@vialkeep/contract/kits.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Intake, openIntake, scanOf } from '../../../testing/bench/intake-world.ts';
import { newOperator } from '../../../testing/bench/lab-world.ts';
import { newWorld, type World } from '../../../testing/world.ts';

let world: World;
let intake: Intake;
beforeAll(async () => {
  world = await newWorld({ DATABASE_POOL: '16' });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.sql('delete from lab_settings; delete from bench_shifts');
  await world.sql('update lab_operators set ended_at = now() where ended_at is null');
  intake = await openIntake(world);
});

const MAKERS_CODE = '(01)04012345678901(17)300131(10)HK-2411';
const refusal = (body: object) => world.send(intake.lab, addLot, { body }).then((answer) => answer.json());

describe('Lots', () => {
  test('F162 a lot is registered by the maker’s code, which fills number, product and last day', async () => {
    const body = { kind: 'kit', name: 'Harvest kit', text: MAKERS_CODE };
    expect(await world.call(intake.lab, addLot, { body })).toMatchObject({
      kind: 'kit',
      lot: 'HK-2411',
      gtin: '04012345678901',
      expires_on: '2030-01-31',
      is_expired: false,
      is_held: false,
      kits: { in_stock: 0, sent: 0, used: 0 },
    });
    expect(await refusal(body)).toMatchObject({ reason: 'lot_known', fields: { lot: expect.any(String) } });
  });

  test.each([
    ['without a number', { lot: '' }, 'lot_required', 'lot'],
    ['with a code that is none', { text: '^XZ=cmd|calc' }, 'code_unreadable', 'text'],
    ['with a wrong check digit', { text: '(01)04012345678902(10)A' }, 'code_unreadable', 'text'],
    ['with a number that the code contradicts', { lot: 'OTHER', text: MAKERS_CODE }, 'code_differs', 'lot'],
    ['with a day that does not exist', { lot: 'A', expires_on: '2026-02-30' }, 'invalid_input', 'expires_on'],
    ['with 300 characters', { text: 'x'.repeat(300) }, 'invalid_input', 'text'],
    ['with a control character', { lot: 'A\u0007' }, 'invalid_input', 'lot'],
  ])('a lot %s is refused at its field', async (_, values, reason, field) => {
    const answer = await refusal({ kind: 'reagent', name: 'Medium', ...values });
    expect(answer).toMatchObject({ reason, fields: { [field]: expect.any(String) } });
  });

  test('the list shows the own lots, newest first, and none of another lab', async () => {
    const lot = await intake.newLot({ kind: 'reagent', name: '=HYPERLINK("x")' });
    const list = await world.call(intake.lab, listLots, { query: { kind: 'reagent' } });
    expect(list.results[0]).toMatchObject({ id: lot.id, name: '=HYPERLINK("x")' });
    const other = await world.as('lab2');
    await world.sql(
      `insert into lab_settings (domain_id, lab_id, bench_on) values (1, $1, true)
       on conflict (lab_id) do update set bench_on = true`,
      [other.user.id],
    );
    const theirs = await world.call(other, listLots, { query: {} });
    expect(theirs.results.map(({ id }) => id)).not.toContain(lot.id);
  });

  test('a bench that is off, and a lab whose operator has scanned no badge, are refused', async () => {
    await newOperator(world, intake.lab);
    await world.sql('delete from bench_shifts');
    const body = { kind: 'kit', name: 'Kit', lot: 'A' };
    expect(await world.refusalOf(intake.lab, addLot, { body })).toEqual({ status: 409, reason: 'operator_required' });
    await world.sql('update lab_settings set bench_on = false');
    expect(await world.refusalOf(intake.lab, addLot, { body })).toEqual({ status: 409, reason: 'bench_off' });
    expect(await world.refusalOf(intake.lab, listLots)).toEqual({ status: 409, reason: 'bench_off' });
  });
});

describe('Kits', () => {
  test('kits of a lot have different codes and the serial numbers in their order', async () => {
    const lot = await intake.newLot();
    const serials = ['S-1', 'S-2', 'S-3'];
    const { kits } = await world.call(intake.lab, addKits, { body: { lot_id: lot.id, quantity: 3, serials } });
    expect(kits.map(({ serial }) => serial)).toEqual(serials);
    expect(new Set(kits.map(({ code }) => code)).size).toBe(3);
    const again = await world.refusalOf(intake.lab, addKits, {
      body: { lot_id: lot.id, quantity: 1, serials: ['S-2'] },
    });
    expect(again).toEqual({ status: 409, reason: 'serial_known' });
    const listed = await world.call(intake.lab, listKits, { query: { lot_id: lot.id } });
    expect(listed.count).toBe(3);
  });

  test('kits of a reagent, of an unknown lot or with too few serial numbers are refused', async () => {
    const reagent = await intake.newLot({ kind: 'reagent' });
    const add = (body: object) => world.refusalOf(intake.lab, addKits, { body });
    expect(await add({ lot_id: reagent.id, quantity: 1 })).toEqual({ status: 400, reason: 'not_kits' });
    expect(await add({ lot_id: 999_999, quantity: 1 })).toMatchObject({ status: 404 });
    expect(await add({ lot_id: reagent.id, quantity: 2, serials: ['A'] })).toMatchObject({ status: 400 });
    expect(await add({ lot_id: reagent.id, quantity: 501 })).toMatchObject({ status: 400 });
  });

  test('F162 kits are sent to a clinic once, and a repeated scan gets the first answer', async () => {
    const kits = await intake.newKits(2);
    const body = { ...scanOf(), codes: kits.map(({ code }) => code), center_id: intake.hc.user.id };
    const sent = await world.call(intake.lab, sendKits, { body });
    expect(sent.kits).toMatchObject([{ state: 'sent', center: { id: intake.hc.user.id } }, { state: 'sent' }]);
    expect(await world.call(intake.lab, sendKits, { body })).toEqual(sent);
    const anew = await world.send(intake.lab, sendKits, { body: { ...body, ...scanOf() } });
    expect(anew.json()).toMatchObject({
      reason: 'kit_state',
      fields: { codes: expect.stringContaining('Not in stock') },
    });
    const other = await world.refusalOf(intake.lab, sendKits, { body: { ...body, codes: [kits[0]?.code] } });
    expect(other).toEqual({ status: 409, reason: 'scan_id_used' });
  });

  test('one wrong code refuses the whole call by name, and nothing is sent', async () => {
    const kit = await intake.newKit();
    const body = { ...scanOf(), codes: [kit.code, 'K-0123-4567-Y'], center_id: intake.hc.user.id };
    const answer = await world.send(intake.lab, sendKits, { body });
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Not found: K-0123-4567-Y.']);
    expect((await world.call(intake.lab, listKits, { query: { code: kit.code } })).results[0]?.state).toBe('in_stock');
    const patient = await intake.addPatient();
    const toPatient = { ...scanOf(), codes: [kit.code], center_id: patient };
    expect(await world.refusalOf(intake.lab, sendKits, { body: toPatient })).toMatchObject({ status: 404 });
  });

  test.each([
    ['kit_expired', 'Expired', "update lots set expires_on = '2020-01-31' where id = $1"],
    [
      'kit_held',
      'Their lot is held',
      `with opened as (insert into deviations (domain_id, lab_id, title, text, source)
         select domain_id, lab_id, 'Held', '', '{}' from lots where id = $1 returning id)
       update lots set held_by = opened.id from opened where lots.id = $1`,
    ],
  ])(
    'a kit whose lot makes it %s is not sent: it is named, and no other kit of the call is sent',
    async (reason, words, change) => {
      const [good, bad] = [await intake.newKit(), await intake.newKit()];
      await world.sql(change, [bad.lot.id]);
      const body = { ...scanOf(), codes: [good.code, bad.code], center_id: intake.hc.user.id };
      const answer = await world.send(intake.lab, sendKits, { body });
      expect([answer.statusCode, answer.json()]).toMatchObject([
        409,
        { reason, fields: { codes: `${words}: K-${bad.code}.` } },
      ]);
      for (const { code } of [good, bad]) {
        const { results } = await world.call(intake.lab, listKits, { query: { code } });
        expect(results).toMatchObject([{ state: 'in_stock', center: null }]);
      }
    },
  );

  test('20 tablets that send one kit at once send it once', async () => {
    const kit = await intake.newKit();
    const send = () =>
      world.send(intake.lab, sendKits, { body: { ...scanOf(), codes: [kit.code], center_id: intake.hc.user.id } });
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(19);
  });

  test('a kit is marked as void with a reason, once', async () => {
    const kit = await intake.newKit();
    const params = { id: kit.id };
    const say = (reason: string) => world.send(intake.lab, voidKit, { params, body: { reason } });
    expect((await say('')).json()).toMatchObject({ fields: { reason: 'Reason is required.' } });
    expect((await say('The seal was open')).json()).toMatchObject({ state: 'void', reason: 'The seal was open' });
    expect((await say('Again')).json()).toMatchObject({ reason: 'kit_state' });
  });
});
