import { changeMoneySettings, readMoneySettings } from '@vialkeep/contract/money-settings.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newWorld, type World } from '../../testing/world.ts';
import { readSiteMoneySettings } from './money-settings.queries.ts';

let world: World;
beforeEach(async () => {
  world = await newWorld();
  // Sites of the demo network have settings.
  await world.sql('delete from money_settings');
});
afterEach(() => world.close());

const params = { domain_id: 2 };
const byNorth = () => world.as('admin@north.test', 'north.localhost');

describe('Money settings of a site', () => {
  test('a site without settings has the documented defaults', async () => {
    expect(await world.call(await byNorth(), readMoneySettings, { params })).toEqual({
      domain: { id: 2, name: 'Northlight' },
      commissions: false,
      storage: false,
      four_eyes: 1000,
      min_payout: 25,
      dunning_days: [3, 7, 14],
      grace_after_days: 30,
      grace_days: 90,
      counsel_noted: false,
      version: 0,
    });
  });

  test('an administrator changes some settings, the others stay, and the audit log has before and after', async () => {
    const admin = await byNorth();
    await world.call(admin, changeMoneySettings, { params, body: { version: 0, four_eyes: '250.50' } });
    const saved = await world.call(admin, changeMoneySettings, { params, body: { version: 1, dunning_days: [2] } });
    expect(saved).toMatchObject({ four_eyes: 250.5, min_payout: 25, dunning_days: [2], version: 2 });
    expect(await world.call(admin, readMoneySettings, { params })).toMatchObject({ four_eyes: 250.5, version: 2 });
    const changes = await world.sql(
      "select facts -> 'changes' as changes from audit_log where action = 'money.change_settings' order by position",
    );
    expect(changes).toMatchObject([
      { changes: { four_eyes_cents: { before: 100_000, after: 25_050 } } },
      { changes: { dunning_days: { after: [2] } } },
    ]);
  });

  test('one of 10 simultaneous changes of a version is saved, and the others are answered 409', async () => {
    const admin = await byNorth();
    const change = (grace_days: number) =>
      world
        .call(admin, changeMoneySettings, { params, body: { version: 0, grace_days } })
        .then(() => 'saved')
        .catch(({ reason }: { reason: string }) => reason);
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, index) => change(index)));
    expect(outcomes.filter((outcome) => outcome === 'saved')).toHaveLength(1);
    expect(await world.sql('select version from money_settings where domain_id = 2')).toEqual([{ version: 1 }]);
  });

  test('a higher amount of four eyes counts after a day, a lower one at once', async () => {
    const admin = await byNorth();
    const change = (four_eyes: string, version: number) =>
      world.call(admin, changeMoneySettings, { params, body: { four_eyes, version } });
    const approvalCents = async () => {
      const { store } = world.app.services;
      return (await readSiteMoneySettings(store.read('platform'), 2)).approval_cents;
    };
    await change('5000', 0);
    await change('9000', 1);
    expect(await approvalCents()).toBe(100_000);
    await world.sql("update money_settings set four_eyes_raised = four_eyes_raised - interval '1 day'");
    expect(await approvalCents()).toBe(900_000);
    await change('20', 2);
    expect(await approvalCents()).toBe(2_000);
  });

  test('commissions are switched on only by an administrator who confirms that counsel was asked', async () => {
    const admin = await byNorth();
    const refused = await world.refusalOf(admin, changeMoneySettings, {
      params,
      body: { version: 0, commissions: true },
    });
    expect(refused).toMatchObject({ status: 400, reason: 'counsel_not_asked' });
    const body = { version: 0, commissions: true, counsel_noted: true };
    expect(await world.call(admin, changeMoneySettings, { params, body })).toMatchObject({ commissions: true });
  });

  test('a part of the fields is judged and saved together with the fields that were saved before', async () => {
    const admin = await byNorth();
    const change = (version: number, fields: object) =>
      world.call(admin, changeMoneySettings, { params, body: { version, ...fields } });
    await change(0, { commissions: true, counsel_noted: true, dunning_days: [40], grace_after_days: 50 });
    await change(1, { commissions: true });
    await change(2, { dunning_days: [45] });
    await change(3, { dunning_days: [3] });
    expect(await change(4, { grace_after_days: 10 })).toMatchObject({ dunning_days: [3], grace_after_days: 10 });
  });

  test.each([
    ['dunning_days', { dunning_days: [50] }, 'tries_after_grace'],
    ['grace_after_days', { grace_after_days: 40 }, 'tries_after_grace'],
    ['counsel_noted', { counsel_noted: false }, 'counsel_not_asked'],
  ])('a part that contradicts a saved field is refused with 400 at %s', async (field, fields, reason) => {
    const admin = await byNorth();
    const saved = { commissions: true, counsel_noted: true, dunning_days: [40], grace_after_days: 50 };
    await world.call(admin, changeMoneySettings, { params, body: { version: 0, ...saved } });
    const body = { version: 1, ...fields };
    const refused = await world.wholeRefusalOf(admin, changeMoneySettings, { params, body });
    expect(refused).toMatchObject({ status: 400, reason, fields: { [field]: expect.any(String) } });
    expect(await world.call(admin, readMoneySettings, { params })).toMatchObject({ ...saved, version: 1 });
  });

  test.each([
    { dunning_days: [3, 30] },
    { grace_after_days: 14 },
    { dunning_days: [0] },
    { dunning_days: Array.from({ length: 11 }, () => 1) },
    { four_eyes: '-1' },
    { four_eyes: '1.001' },
    { min_payout: 'much' },
    { grace_days: 1.5 },
  ])('%j is refused with 400', async (fields) => {
    const body = { version: 0, ...fields };
    const refused = await world.refusalOf(await byNorth(), changeMoneySettings, { params, body });
    expect(refused).toMatchObject({ status: 400 });
    expect(await world.sql('select 1 from money_settings where domain_id = 2')).toEqual([]);
  });
});
