import {
  addOperator,
  beginShift,
  changeLabSettings,
  endOperator,
  endShift,
  listBenchLabs,
  listOperators,
  readLabSettings,
  renewOperatorPin,
} from '@vialkeep/contract/lab-policy.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newOperator, openBench, PIN } from '../../testing/bench/lab-world.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
let lab: Caller & { user: { id: number } };
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.sql('delete from lab_settings; delete from rate_limits; delete from bench_shifts');
  await world.sql('update lab_operators set ended_at = now() where ended_at is null');
  ({ admin, lab } = await openBench(world));
});

const begin = (body: object) => world.refusalOf(lab, beginShift, { body });

describe('The labs whose bench is on', () => {
  const turnOn = async (email: string, company: string) => {
    const [row] = await world.sql<{ id: number }>('update users set company = $2 where email = $1 returning id', [
      email,
      company,
    ]);
    await world.sql(
      `insert into lab_settings (lab_id, domain_id, bench_on) select id, domain_id, true from users where id = $1
       on conflict (lab_id) do update set bench_on = true`,
      [row?.id],
    );
    return row?.id;
  };

  test('administrators get the labs of their sites by name, and no lab whose bench is off', async () => {
    const second = await turnOn('lab2@vialkeep.test', 'alpine Cells');
    const first = await turnOn('lab@vialkeep.test', 'Zenith Bank');
    const expected = [
      { id: second, name: 'alpine Cells' },
      { id: first, name: 'Zenith Bank' },
    ];
    expect(await world.call(admin, listBenchLabs)).toEqual({ count: 2, results: expected });
    const page = await world.call(admin, listBenchLabs, { query: { limit: 1, offset: 1 } });
    expect(page).toEqual({ count: 2, results: expected.slice(1) });
    const north = await world.as('admin@north.test', 'north.localhost');
    expect(await world.call(north, listBenchLabs)).toEqual({ count: 0, results: [] });
    await world.sql('update lab_settings set bench_on = false where lab_id = $1', [first]);
    expect(await world.call(admin, listBenchLabs)).toEqual({ count: 1, results: expected.slice(0, 1) });
  });

  test('a lab without a company has its person’s name', async () => {
    const id = await turnOn('lab@vialkeep.test', '');
    const [person] = await world.sql<{ username: string }>('select username from users where id = $1', [id]);
    expect(person?.username).not.toBe('');
    expect(await world.call(admin, listBenchLabs)).toEqual({ count: 1, results: [{ id, name: person?.username }] });
  });

  test('a lab gets itself alone, and nothing with its bench off', async () => {
    await turnOn('lab2@vialkeep.test', 'Alpine Cells');
    expect((await world.call(lab, listBenchLabs)).results).toMatchObject([{ id: lab.user.id }]);
    await world.sql('update lab_settings set bench_on = false where lab_id = $1', [lab.user.id]);
    expect(await world.call(lab, listBenchLabs)).toEqual({ count: 0, results: [] });
  });
});

describe('Settings of a lab', () => {
  test('a lab without settings has the defaults, with the bench off', async () => {
    await world.sql('delete from lab_settings');
    expect(await world.call(lab, readLabSettings)).toEqual({
      lab_id: lab.user.id,
      bench_on: false,
      release_policy: 'on_record',
      reserve_on_order: false,
      short_orders: 'accept',
      tissue_hours: 72,
      viability_min: 70,
      required_tests: ['viability', 'count', 'sterility'],
      shift_minutes: 15,
      label_note: 'FOR AUTOLOGOUS USE ONLY',
      version: 0,
    });
  });

  test('an administrator changes some settings of a lab, the others stay, and the audit log has both values', async () => {
    const body = { lab_id: lab.user.id, version: 1, release_policy: 'signed', required_tests: ['sterility'] };
    const saved = await world.call(admin, changeLabSettings, { body });
    expect(saved).toMatchObject({
      bench_on: true,
      release_policy: 'signed',
      required_tests: ['sterility'],
      version: 2,
    });
    const [row] = await world.sql<{ changes: object }>(
      "select facts -> 'changes' as changes from audit_log where action = 'lab_policy.set' order by position desc limit 1",
    );
    expect(row?.changes).toMatchObject({ release_policy: { before: 'on_record', after: 'signed' } });
  });

  test('one of 10 simultaneous changes of a version is saved', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        world.send(admin, changeLabSettings, { body: { lab_id: lab.user.id, version: 1, tissue_hours: 40 + index } }),
      ),
    );
    expect(outcomes.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(outcomes.filter(({ statusCode }) => statusCode === 409)).toHaveLength(9);
  });

  test.each([2, 2_147_483_647])(
    'a change of version %i, which the settings do not have, is refused with 409',
    async (version) => {
      const body = { lab_id: lab.user.id, version, tissue_hours: 48 };
      expect(await world.refusalOf(admin, changeLabSettings, { body })).toEqual({
        status: 409,
        reason: 'changed_meanwhile',
      });
      expect(await world.call(lab, readLabSettings)).toMatchObject({ version: 1, tissue_hours: 72 });
    },
  );

  test('an administrator must name the lab, and a lab of another site or another account does not exist', async () => {
    expect(await world.refusalOf(admin, readLabSettings)).toMatchObject({ status: 400, reason: 'lab_required' });
    const north = await world.as('admin@north.test', 'north.localhost');
    for (const lab_id of [lab.user.id, await world.idOf('hc@north.test')]) {
      expect(await world.refusalOf(north, readLabSettings, { query: { lab_id } })).toMatchObject({ status: 404 });
      const body = { lab_id, version: 0, bench_on: true };
      expect(await world.refusalOf(north, changeLabSettings, { body })).toMatchObject({ status: 404 });
    }
    const other = { query: { lab_id: await world.idOf('lab2@vialkeep.test') } };
    expect(await world.refusalOf(lab, readLabSettings, other)).toMatchObject({ status: 404 });
  });

  test.each([{ tissue_hours: 0 }, { viability_min: 101 }, { required_tests: ['taste'] }, { shift_minutes: 0 }])(
    '%j is refused with 400',
    async (fields) => {
      const body = { lab_id: lab.user.id, version: 1, ...fields };
      expect(await world.refusalOf(admin, changeLabSettings, { body })).toMatchObject({ status: 400 });
    },
  );
});

describe('Operators of a lab', () => {
  test('F160 a lab adds an operator and sees the one-time PIN once; no list, audit row or log has it or its hash', async () => {
    const added = await world.call(lab, addOperator, { body: { name: 'Jonas Weir', may_sign: false } });
    expect(added.one_time_pin).toMatch(/^\d{6}$/);
    const { results } = await world.call(lab, listOperators);
    expect(results.at(-1)).toEqual({
      id: added.id,
      name: 'Jonas Weir',
      code: added.code,
      may_sign: false,
      pin_is_once: true,
      ended_at: null,
    });
    const rows = await world.sql<{ all: string }>('select row_to_json(audit_log)::text as all from audit_log');
    expect(rows.filter(({ all }) => all.includes(`"${added.one_time_pin}"`) || all.includes('argon2id'))).toEqual([]);
    const [kept] = await world.sql<{ pin_hash: string }>('select pin_hash from lab_operators where id = $1', [
      added.id,
    ]);
    expect(kept?.pin_hash).toMatch(/^\$argon2id\$/);
  });

  test('a new PIN ends the shift and replaces the old PIN', async () => {
    const { id, code } = await newOperator(world, lab);
    const { one_time_pin } = await world.call(admin, renewOperatorPin, { params: { id } });
    expect(await world.sql('select 1 from bench_shifts where operator_id = $1', [id])).toEqual([]);
    expect(await begin({ operator_code: code, pin: PIN })).toMatchObject({ status: 400, reason: 'wrong_pin' });
    expect(await begin({ operator_code: code, pin: one_time_pin })).toMatchObject({ reason: 'new_pin_required' });
  });

  test('an operator who has ended opens no shift, gets no PIN and stays in the list', async () => {
    const { id, code } = await newOperator(world, lab);
    await world.call(lab, endOperator, { params: { id } });
    expect(await begin({ operator_code: code, pin: PIN })).toMatchObject({ status: 400, reason: 'wrong_pin' });
    for (const route of [renewOperatorPin, endOperator]) {
      expect(await world.refusalOf(lab, route, { params: { id } })).toMatchObject({ reason: 'operator_ended' });
    }
    expect((await world.call(lab, listOperators)).results.find((row) => row.id === id)?.ended_at).not.toBeNull();
  });

  test('operators of another lab and of another site do not exist', async () => {
    const { id } = await newOperator(world, lab);
    const strangers = [await world.as('lab2'), await world.as('admin@north.test', 'north.localhost')];
    for (const stranger of strangers) {
      for (const route of [renewOperatorPin, endOperator]) {
        expect(await world.refusalOf(stranger, route, { params: { id } })).toMatchObject({ status: 404 });
      }
    }
  });
});

describe('An administrator who acts in the account of a lab', () => {
  test('an administrator in the account of a lab reads its operators, and neither adds, renews nor ends one', async () => {
    const { id } = await world.call(lab, addOperator, { body: { name: 'Ann' } });
    const acting = await world.actingAs(admin, 'lab@vialkeep.test');
    const rows = () => world.sql('select * from lab_operators where lab_id = $1 order by id', [lab.user.id]);
    const before = await rows();
    const refusals = [
      await world.refusalOf(acting, addOperator, { body: { name: 'Not Ann', may_sign: true } }),
      await world.refusalOf(acting, renewOperatorPin, { params: { id } }),
      await world.refusalOf(acting, endOperator, { params: { id } }),
    ];
    for (const refusal of refusals) expect(refusal).toMatchObject({ status: 409, reason: 'not_while_acting' });
    expect(await rows()).toEqual(before);
    expect((await world.call(acting, listOperators)).count).toBe(before.length);
  });

  test('an administrator in the account of a lab does not choose the PIN of an operator, whose one-time PIN stays good', async () => {
    const { code, one_time_pin } = await world.call(lab, addOperator, { body: { name: 'Ann' } });
    const acting = await world.actingAs(admin, 'lab@vialkeep.test');
    const body = { operator_code: code, pin: one_time_pin, new_pin: PIN };
    expect(await world.refusalOf(acting, beginShift, { body })).toMatchObject({ status: 409, reason: 'not_your_pin' });
    expect(await world.call(lab, beginShift, { body })).toMatchObject({ operator: { name: 'Ann' } });
  });

  test.each(['admin', 'super'])(
    'the account %s that names the lab does not choose the PIN of an operator, and begins a shift for one who has chosen',
    async (account) => {
      const { code, one_time_pin } = await world.call(lab, addOperator, { body: { name: 'Ann' } });
      const caller = await world.as(account);
      const first = { lab_id: lab.user.id, operator_code: code, pin: one_time_pin };
      const mine = { status: 409, reason: 'not_your_pin' };
      expect(await world.refusalOf(caller, beginShift, { body: first })).toMatchObject(mine);
      expect(await world.refusalOf(caller, beginShift, { body: { ...first, new_pin: PIN } })).toMatchObject(mine);
      expect(await world.sql('select 1 from bench_shifts where lab_id = $1', [lab.user.id])).toEqual([]);
      await world.call(lab, beginShift, { body: { operator_code: code, pin: one_time_pin, new_pin: PIN } });
      const shift = await world.call(caller, beginShift, { body: { ...first, pin: PIN } });
      expect(shift.operator).toMatchObject({ name: 'Ann' });
    },
  );

  test('an administrator does not change settings from the account of another administrator', async () => {
    const acting = await world.actingAs(await world.as('super'), 'admin@vialkeep.test');
    const body = { lab_id: lab.user.id, version: 0, release_policy: 'on_record' };
    const refusal = await world.refusalOf(acting, changeLabSettings, { body });
    expect(refusal).toMatchObject({ status: 409, reason: 'not_while_acting' });
  });
});

describe('Shift of an operator', () => {
  test('the one-time PIN must be replaced by another one of 6 to 12 digits', async () => {
    const { code, one_time_pin } = await world.call(lab, addOperator, { body: { name: 'Ann' } });
    const first = { operator_code: code, pin: one_time_pin };
    expect(await begin(first)).toMatchObject({ status: 409, reason: 'new_pin_required' });
    expect(await begin({ ...first, new_pin: one_time_pin })).toMatchObject({ status: 400, reason: 'same_pin' });
    for (const new_pin of ['12345', '1234567890123', '12345a']) {
      expect(await begin({ ...first, new_pin })).toMatchObject({ status: 400 });
    }
    const shift = await world.call(lab, beginShift, { body: { ...first, new_pin: PIN } });
    expect(shift.operator).toMatchObject({ name: 'Ann', code, may_sign: false });
    expect(Date.parse(shift.until)).toBeGreaterThan(Date.now() + 14 * 60_000);
    await world.call(lab, beginShift, { body: { operator_code: code, pin: PIN } });
    await world.call(lab, endShift);
    expect(await world.sql('select 1 from bench_shifts where lab_id = $1', [lab.user.id])).toEqual([]);
  });

  test('a shift needs a bench that is on', async () => {
    const { code } = await newOperator(world, lab);
    await world.sql('update lab_settings set bench_on = false');
    expect(await begin({ operator_code: code, pin: PIN })).toMatchObject({ status: 409, reason: 'bench_off' });
  });

  test('after five wrong PINs the right one is refused with 429 for this operator only, and it is audited', async () => {
    const { id, code } = await newOperator(world, lab);
    const other = await newOperator(world, lab, { name: 'Jonas Weir' });
    const wrong = await Promise.all(Array.from({ length: 12 }, () => begin({ operator_code: code, pin: '000000' })));
    expect(wrong.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(wrong.filter(({ status }) => status === 429)).toHaveLength(7);
    expect(await begin({ operator_code: code, pin: PIN })).toMatchObject({ status: 429 });
    await world.call(lab, beginShift, { body: { operator_code: other.code, pin: PIN } });
    const audited = await world.sql(
      `select action, count(*)::int as n from audit_log where subject = 'operator' and subject_id = $1
         and action in ('bench.wrong_pin', 'bench.pin_blocked') group by 1 order by 1`,
      [String(id)],
    );
    expect(audited).toEqual([
      { action: 'bench.pin_blocked', n: 1 },
      { action: 'bench.wrong_pin', n: 5 },
    ]);
  });

  test('the symbol of a badge opens a shift as its code does, and a misread one is a wrong badge', async () => {
    const { code } = await newOperator(world, lab);
    const symbol = `P${code.replaceAll('-', '')}`;
    await world.call(lab, beginShift, { body: { operator_code: symbol, pin: PIN } });
    expect(await begin({ operator_code: `${symbol}0`, pin: PIN })).toMatchObject({ status: 400, reason: 'wrong_pin' });
  });

  test('right PINs do not count as tries', async () => {
    const { code } = await newOperator(world, lab);
    for (let time = 0; time < 7; time += 1) {
      await world.call(lab, beginShift, { body: { operator_code: code, pin: PIN } });
    }
  });
});
