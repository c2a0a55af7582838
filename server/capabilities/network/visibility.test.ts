import { type Plan, plans } from '@vialkeep/contract/plans.ts';
import { getUser } from '@vialkeep/contract/profile.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personOfPlan } from '../../testing/people.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let everybody: { id: number; name: string }[];
beforeAll(async () => {
  world = await newWorld();
  everybody = await world.sql(
    `select id, case domain_id when 1 then '' else 'north ' end || split_part(email, '@', 1) as name
     from users where removed_at is null order by id`,
  );
});
afterAll(() => world.close());

/** The demo network's patients: assigned to centers and labs in turn, every third through a referral center. */
const patients = Array.from({ length: 24 }, (_, index) => {
  const center = ['hc', 'hc2', 'hc', 'hc3'][index % 4] ?? '';
  return {
    name: index === 0 ? 'patient' : `patient${index + 1}`,
    center,
    lab: center === 'hc2' ? 'lab2' : 'lab',
    referral: index % 3 !== 2 || center === 'hc3' ? null : center === 'hc' ? 'rhc' : 'rhc2',
  };
});
const subjectsOf = (fits: (patient: (typeof patients)[number]) => boolean) =>
  patients.filter(fits).map(({ name }) => name);
const of = (...centers: string[]) => subjectsOf(({ center }) => centers.includes(center));

const main = () => everybody.map(({ name }) => name).filter((name) => !name.startsWith('north'));
const north = () => everybody.map(({ name }) => name).filter((name) => name.startsWith('north'));

const teams = 'manager manager2 house rep rep2 rep3 hc hc2 hc3 rhc rhc2 waiting-rhc buyer donor'.split(' ');

/** The users that each plan's test user sees besides themselves. */
const seen: Record<Plan, () => readonly string[]> = {
  1: () => ['hc', 'hc3', ...subjectsOf(({ lab }) => lab === 'lab')],
  2: () => [],
  3: () => ['hc', 'rhc', 'buyer', 'donor', ...of('hc')],
  4: () => ['rhc', 'staff', 'staff2', 'donor', ...of('hc')],
  5: () => ['hc', ...subjectsOf(({ referral }) => referral === 'rhc')],
  6: () => ['house', 'rep', 'rep2', 'hc', 'hc2', 'rhc', 'rhc2', 'waiting-rhc', 'buyer', 'donor', ...of('hc', 'hc2')],
  7: () => [...main(), ...north()],
  8: () => [...teams, ...of('hc', 'hc2', 'hc3')],
  9: () => [],
  10: () => [...main(), ...north()],
  11: () => ['hc', 'donor', ...of('hc')],
  12: () => [],
  15: () => patients.map(({ name }) => name),
  16: () => [],
};

async function seenBy(caller: Caller): Promise<string[]> {
  const found: string[] = [];
  for (const { id, name } of everybody) {
    if ((await world.send(caller, getUser, { params: { id } })).statusCode === 200) found.push(name);
  }
  return found.toSorted();
}

const withThemself = (themself: string, others: readonly string[]) => [...new Set([themself, ...others])].toSorted();

describe('F013, S-20, S-31 Visibility of users', () => {
  test.each(plans)('a caller of plan %s on the main site sees exactly the expected users', async (plan) => {
    const key = personOfPlan[plan];
    expect(await seenBy(await world.as(key))).toEqual(withThemself(key, seen[plan]()));
  });

  test.each([
    ['admin', () => north()],
    ['hc', () => ['north staff', 'north patient', 'north patient2']],
    ['rep', () => ['north hc', 'north patient', 'north patient2']],
    ['staff', () => []],
    ['patient', () => []],
  ])('a caller on the custom site sees exactly the expected users as %s', async (key, others) => {
    const caller = await world.as(`${key}@north.test`, 'north.localhost');
    expect(await seenBy(caller)).toEqual(withThemself(`north ${key}`, others()));
  });

  test('staff in a center’s account see what the center sees', async () => {
    const inside = await world.inside(await world.as('staff'), 'hc@vialkeep.test');
    expect(await seenBy(inside)).toEqual(withThemself('hc', seen[4]()));
  });

  test('visibility follows the relation: a pending user is visible once approved, and invisible once the relation ends', async () => {
    const hc = await world.as('hc');
    const staff = await world.idOf('staff3@vialkeep.test');
    const ask = async () => (await world.send(hc, getUser, { params: { id: staff } })).statusCode;
    expect(await ask()).toBe(404);
    await world.sql('update relations set approved_at = now() where subject_id = $1', [staff]);
    expect(await ask()).toBe(200);
    await world.sql('update relations set ended_at = now() where subject_id = $1', [staff]);
    expect(await ask()).toBe(404);
  });
});
