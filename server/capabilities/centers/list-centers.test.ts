import {
  listCenterOptions,
  listCentersOfLab,
  listCentersOfReferral,
  listCentersOfSalesRep,
  listHarvestCenters,
  listLabs,
  listReferralCenters,
  listReferralCentersOfSalesRep,
} from '@vialkeep/contract/centers.ts';
import { DomainId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan, plans } from '@vialkeep/contract/plans.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPatient } from '../../testing/new-patient.ts';
import { personOfPlan } from '../../testing/people.ts';
import { planOf } from '../../testing/plans/plan-of.ts';
import { visible } from '../../testing/same-answer.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';
import { activeAccounts } from './centers.queries.ts';
import { amongThese, centersOfLab } from './list-centers-of-lab.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const everybodyBut = (...some: Plan[]) => plans.filter((plan) => !some.includes(plan));
const counts = (centers: readonly { company: string; patients: number }[]) =>
  Object.fromEntries(centers.map(({ company, patients }) => [company, patients]));
const companies = (centers: readonly { company: string }[]) => centers.map(({ company }) => company).toSorted();

const BARTON = 'Barton Creek Aesthetics';
const STEIN = 'Stein Regenerative Clinic';
const HARBOR = 'Harbor Steps Surgery';
const ALDER = 'Alder Street Clinic';
const NORTH = 'Northlight Clinic';

describe('The administrators’ lists of centers', () => {
  test('an administrator gets every active center of their sites with the documented fields, newest first', async () => {
    const centers = await world.call(await world.as('admin'), listHarvestCenters);
    expect(companies(centers)).toEqual([ALDER, BARTON, HARBOR, NORTH, STEIN]);
    expect(centers.map(({ id }) => id)).toEqual(centers.map(({ id }) => id).toSorted((a, b) => b - a));
    expect(centers.find(({ company }) => company === STEIN)).toEqual({
      id: await world.idOf('hc@vialkeep.test'),
      company: STEIN,
      first_name: 'Maria',
      last_name: 'Stein',
      username: 'Maria Stein',
      email: 'hc@vialkeep.test',
      domain: { id: 1, name: 'Vialkeep' },
      template_id: 'demo-template-stein',
    });
    const referral = await world.call(await world.as('super'), listReferralCenters);
    expect(companies(referral)).toEqual(['Adler Family Medicine', 'Lakeside Family Practice', 'Pearl District Health']);
  });

  test('an administrator can filter the list by text and by site', async () => {
    const admin = await world.as('admin');
    const found = (query: object) => world.call(admin, listHarvestCenters, { query });
    expect(companies(await found({ search: 'TAKAHASHI' }))).toEqual([HARBOR]);
    expect(companies(await found({ domain_id: 2 }))).toEqual([NORTH]);
    expect(await found({ search: '%' })).toEqual([]);
  });

  test('an administrator of a custom site gets only that site’s centers, whatever site they ask for', async () => {
    const north = await world.as('admin@north.test');
    expect(companies(await world.call(north, listHarvestCenters))).toEqual([NORTH]);
    expect(await world.call(north, listHarvestCenters, { query: { domain_id: 1 } })).toEqual([]);
    expect(await world.call(north, listReferralCenters)).toEqual([]);
  });

  test.each(everybodyBut(7, 10))('a caller of plan %s is refused with 403', async (plan) => {
    const caller = await world.as(personOfPlan[plan]);
    for (const route of [listHarvestCenters, listReferralCenters]) {
      expect((await world.send(caller, route)).statusCode).toBe(403);
      expect((await world.send(anonymousCaller, route)).statusCode).toBe(401);
    }
  });
});

describe('U-12 The centers to choose from', () => {
  test.each([
    ['admin', [ALDER, BARTON, HARBOR, NORTH, STEIN]],
    ['super', [ALDER, BARTON, HARBOR, NORTH, STEIN]],
    ['viewer', [ALDER, BARTON, HARBOR, STEIN]],
    ['lab', [BARTON, STEIN]],
    ['lab2', [HARBOR]],
    ['admin@north.test', [NORTH]],
  ])('the options of %s are %j', async (who, expected) => {
    const options = await world.call(await world.as(who), listCenterOptions);
    expect(companies(options)).toEqual(expected);
    for (const { value, id, label, company } of options) expect([value, label]).toEqual([id, company]);
  });

  test('a search finds a center by a part of its name', async () => {
    for (const who of ['admin', 'viewer', 'lab']) {
      const found = await world.call(await world.as(who), listCenterOptions, { query: { search: 'stein' } });
      expect(companies(found), who).toEqual([STEIN]);
    }
    const elsewhere = { query: { domain_id: 2 } };
    expect(await world.call(await world.as('viewer'), listCenterOptions, elsewhere)).toEqual([]);
  });

  test.each(everybodyBut(1, 7, 10, 15))('a caller of plan %s gets no options', async (plan) => {
    expect((await world.send(await world.as(personOfPlan[plan]), listCenterOptions)).statusCode).toBe(403);
  });
});

/** Lists about one user: the user and administrators read it, other callers are refused. */
describe.each([
  ['S-10 the centers of a referral center', listCentersOfReferral, 5, 'rhc', 'rhc2'],
  ['F122 the centers of a sales rep', listCentersOfSalesRep, 3, 'rep', 'rep2'],
  ['F122 the referral centers of a sales rep', listReferralCentersOfSalesRep, 3, 'rep', 'rep2'],
] as const)('%s', (_what, route, plan, owner, another) => {
  const read = (caller: Caller, id: number) => world.send(caller, route, { params: { id } });

  test('the user and administrators of the user’s site read the list', async () => {
    const own = await world.as(owner);
    const answer = (await read(own, own.user.id)).json();
    expect(answer.length).toBeGreaterThan(0);
    for (const who of ['admin', 'super']) expect((await read(await world.as(who), own.user.id)).json()).toEqual(answer);
  });

  test('an id of another user, another site, another plan or no user at all gets the same 404', async () => {
    const own = await world.as(owner);
    const missing = await read(own, 999_999);
    expect(missing.statusCode).toBe(404);
    const other = await world.idOf(`${another}@vialkeep.test`);
    const hc = await world.idOf('hc@vialkeep.test');
    for (const [who, id] of [
      [owner, other],
      [owner, hc],
      ['admin', hc],
      ['admin', 999_999],
      ['admin@north.test', own.user.id],
    ] as const) {
      expect(visible(await read(await world.as(who), id)), `${who} ${id}`).toEqual(visible(missing));
    }
  });

  test.each(everybodyBut(plan, 7, 10))('a caller of plan %s gets 403, and an anonymous one 401', async (other) => {
    const caller = await world.as(personOfPlan[other]);
    const id = await world.idOf(`${owner}@vialkeep.test`);
    expect((await read(caller, id)).statusCode).toBe(403);
    expect((await read(caller, caller.user.id)).statusCode).toBe(403);
    expect((await read(anonymousCaller, id)).statusCode).toBe(401);
  });
});

describe('F122 The lists of a sales rep', () => {
  test('a sales rep gets their own active clinics with the documented fields', async () => {
    const rep = await world.as('rep');
    const params = { id: rep.user.id };
    expect(await world.call(rep, listCentersOfSalesRep, { params })).toEqual([
      {
        id: await world.idOf('hc@vialkeep.test'),
        company: STEIN,
        first_name: 'Maria',
        last_name: 'Stein',
        username: 'Maria Stein',
        email: 'hc@vialkeep.test',
      },
    ]);
    expect(companies(await world.call(rep, listReferralCentersOfSalesRep, { params }))).toEqual([
      'Lakeside Family Practice',
    ]);
    await world.sql("update users set is_active = false where email = 'hc@vialkeep.test'");
    expect(await world.call(rep, listCentersOfSalesRep, { params })).toEqual([]);
    await world.sql("update users set is_active = true where email = 'hc@vialkeep.test'");
  });
});

describe('The list of labs', () => {
  test('an administrator gets all labs of their sites, and a lab gets itself', async () => {
    const names = async (who: string) => companies(await world.call(await world.as(who), listLabs));
    expect(await names('admin')).toEqual(['Cascadia Cell Laboratory', 'Front Range Processing Lab']);
    expect(await names('lab')).toEqual(['Front Range Processing Lab']);
    expect(await names('admin@north.test')).toEqual([]);
  });

  test.each(everybodyBut(1, 7, 10))('a caller of plan %s cannot list labs', async (plan) => {
    expect((await world.send(await world.as(personOfPlan[plan]), listLabs)).statusCode).toBe(403);
  });
});

describe('S-09 F053 F120 The centers of a lab', () => {
  const centers = async (who: string, lab: number) =>
    world.call(await world.as(who), listCentersOfLab, { params: { id: lab } });

  test('a lab gets the centers of its patients and its related centers, with the number of patients of each', async () => {
    const lab = await world.idOf('lab@vialkeep.test');
    for (const who of ['lab', 'admin', 'super']) {
      const listed = await centers(who, lab);
      expect(counts(listed)).toEqual({ [BARTON]: 6, [STEIN]: 12 });
    }
    const lab2 = await world.idOf('lab2@vialkeep.test');
    expect(counts(await centers('lab2', lab2))).toEqual({ [HARBOR]: 6 });
  });

  test('the list includes a center without patients, and one that is linked only through a patient', async () => {
    const lab2 = await world.idOf('lab2@vialkeep.test');
    await world.sql(
      `insert into relations (domain_id, subject_id, kind, object_id) select domain_id, id, 'lab', $1 from users
       where email = 'new-hc@vialkeep.test'`,
      [lab2],
    );
    await world.sql(
      `update relations set object_id = $1 where kind = 'lab'
       and subject_id = (select id from users where email = 'patient@vialkeep.test')`,
      [lab2],
    );
    expect(counts(await centers('lab2', lab2))).toEqual({ [ALDER]: 0, [HARBOR]: 6, [STEIN]: 1 });
  });

  test('a center gets itself if it works with the lab, and staff inside the center get the same', async () => {
    const lab = await world.idOf('lab@vialkeep.test');
    expect(companies(await centers('hc', lab))).toEqual([STEIN]);
    expect(companies(await centers('hc3', lab))).toEqual([BARTON]);
    expect(await centers('hc2', lab)).toEqual([]);
    const inside = await world.inside(await world.as('staff'), 'hc@vialkeep.test');
    expect(companies(await world.call(inside, listCentersOfLab, { params: { id: lab } }))).toEqual([STEIN]);
  });

  test('an affiliate gets the related centers that work with the lab', async () => {
    const lab = await world.idOf('lab@vialkeep.test');
    const lab2 = await world.idOf('lab2@vialkeep.test');
    expect(companies(await centers('affiliate', lab))).toEqual([STEIN]);
    expect(companies(await centers('affiliate', lab2))).toEqual([STEIN]);
  });

  test('a center or affiliate gets an empty list for a lab that does not exist or is on another site', async () => {
    for (const who of ['hc', 'affiliate', 'hc@north.test']) {
      for (const lab of [999_999, await world.idOf('rep@vialkeep.test'), await world.idOf('lab@vialkeep.test')]) {
        if (who !== 'hc@north.test' && lab === (await world.idOf('lab@vialkeep.test'))) continue;
        expect(await centers(who, lab), `${who} ${lab}`).toEqual([]);
      }
    }
  });

  test('a lab that asks about another lab, and an administrator who asks about another site’s, get 404', async () => {
    const lab = await world.idOf('lab@vialkeep.test');
    const lab2 = await world.idOf('lab2@vialkeep.test');
    for (const [who, id] of [
      ['lab', lab2],
      ['lab', 999_999],
      ['admin', await world.idOf('hc@vialkeep.test')],
      ['admin@north.test', lab],
    ] as const) {
      const refusal = await world.refusalOf(await world.as(who), listCentersOfLab, { params: { id } });
      expect(refusal).toEqual({ status: 404, reason: 'not_found' });
    }
  });

  test.each(everybodyBut(1, 4, 7, 10, 11))('a caller of plan %s cannot list the centers of a lab', async (plan) => {
    const id = await world.idOf('lab@vialkeep.test');
    const caller = await world.as(personOfPlan[plan]);
    expect((await world.send(caller, listCentersOfLab, { params: { id } })).statusCode).toBe(403);
    expect((await world.send(anonymousCaller, listCentersOfLab, { params: { id } })).statusCode).toBe(401);
  });

  test('a patient with a lab who becomes a center stays related to the lab, and can have a second one', async () => {
    const [lab, lab2] = [await world.idOf('lab@vialkeep.test'), await world.idOf('lab2@vialkeep.test')];
    const id = await newPatient(world);
    await world.sql("update relations set ended_at = now() where subject_id = $1 and kind <> 'lab'", [id]);
    await world.sql("update relations set object_id = $2 where subject_id = $1 and kind = 'lab'", [id, lab]);
    await world.sql("update users set plan_id = 4, company = 'Was a patient' where id = $1", [id]);
    await world.sql(
      "insert into relations (domain_id, subject_id, kind, object_id) select domain_id, id, 'lab', $2 from users where id = $1",
      [id, lab2],
    );
    expect(companies(await centers('lab', lab))).toContain('Was a patient');
    expect(companies(await centers('lab2', lab2))).toContain('Was a patient');
  });

  test('the centers of a lab are read without its patients and without the other centers', async () => {
    const site = DomainId.parse(1);
    const db = world.app.services.store.read(site);
    const lab = UserId.parse(await world.idOf('lab@vialkeep.test'));
    expect(await planOf(world, site, centersOfLab(db, lab).compile())).toContain('using relations_centers_of_lab');
    const centersById = amongThese(activeAccounts(db, Plan.harvestCenter), [1, 2]);
    expect(await planOf(world, site, centersById.compile())).toMatch(/Index Cond: .*\bid = ANY/);
  });
});
