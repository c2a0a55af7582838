import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { MOST_OPTIONS } from '@vialkeep/contract/network.ts';
import {
  type ListedPatient,
  listLabPatients,
  listPatientOptionsOfCenter,
  listPatientOptionsOfReferralCenter,
  listPatientsOfCenter,
  listPatientsOfLabCenter,
  listPatientsOfReferralCenter,
  listPatientsOfSalesDistributor,
  listPatientsOfSalesManager,
  listPatientsOfSalesRep,
  listReferralPatientsOfCenter,
} from '@vialkeep/contract/patients.ts';
import { getUser } from '@vialkeep/contract/profile.ts';
import { Stage, stageOf } from '@vialkeep/contract/stage.ts';
import { listUsers } from '@vialkeep/contract/users.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../kernel/session/actor.ts';
import { planOf } from '../../testing/plans/plan-of.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { selectOwnPatients } from './account-patients/patient-scope.ts';
import { ownWith } from './list-lab-patients.ts';

let world: World;
let admin: Caller;
let everyPatient: number[];
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  const rows = await world.sql<{ id: number }>('select id from users where plan_id = 2 order by id desc');
  everyPatient = rows.map(({ id }) => id);
});
afterAll(() => world.close());

const idOf = (key: string) => world.idOf(`${key}@vialkeep.test`);
const idsIn = (patients: readonly { id: number }[]) => patients.map(({ id }) => id);

/** The patients whose record this caller can open. */
async function opened(caller: Caller): Promise<number[]> {
  const ids: number[] = [];
  for (const id of everyPatient) {
    if ((await world.send(caller, getUser, { params: { id } })).statusCode === 200) ids.push(id);
  }
  return ids;
}

describe('F049, F123, F128 List of the caller’s own patients', () => {
  test.each([
    ['hc', listPatientsOfCenter],
    ['hc2', listPatientsOfCenter],
    ['rhc', listPatientsOfReferralCenter],
    ['rep', listPatientsOfSalesRep],
    ['rep3', listPatientsOfSalesRep],
    ['manager', listPatientsOfSalesManager],
    ['manager2', listPatientsOfSalesManager],
    ['distributor', listPatientsOfSalesDistributor],
  ] as const)(
    'the list of %s has exactly the patients whose record they can open, newest first',
    async (key, route) => {
      const caller = await world.as(key);
      const patients = await world.call(caller, route, { params: { id: caller.user.id } });
      expect(idsIn(patients)).toEqual(await opened(caller));
      expect(patients.length).toBeGreaterThan(0);
      expect(await world.call(admin, route, { params: { id: caller.user.id } })).toEqual(patients);
    },
  );

  test('the list of a distributor without a team is empty', async () => {
    const caller = await world.as('distributor2');
    expect(await world.call(caller, listPatientsOfSalesDistributor, { params: { id: caller.user.id } })).toEqual([]);
  });

  test('each row has the fields that the tables show and the dates of the stage', async () => {
    const hc = await world.as('hc');
    const patients = await world.call(hc, listPatientsOfCenter, { params: { id: hc.user.id } });
    expect(patients.find(({ email }) => email === 'patient@vialkeep.test')).toMatchObject({
      first_name: 'Ana',
      last_name: 'Whitfield',
      vials_preparation: 2,
      vials_available: 5,
      vials_shipped: 4,
      hc_desc: [{ id: hc.user.id, company: 'Stein Regenerative Clinic' }],
      rhc_desc: [],
    });
  });

  test('the list leaves out inactive patients, and a search finds by id, name and email', async () => {
    const hc = await world.as('hc');
    const params = { id: hc.user.id };
    const id = await idOf('patient5');
    const names = (patients: ListedPatient[]) => patients.map(({ last_name }) => last_name);
    for (const search of [`#${id}`, 'hartman', 'PATIENT5@', 'Leah H']) {
      expect(names(await world.call(hc, listPatientsOfCenter, { params, query: { search } })), search).toEqual([
        'Hartman',
      ]);
    }
    expect(await world.call(hc, listPatientsOfCenter, { params, query: { search: '%' } })).toEqual([]);
    await world.sql('update users set is_active = false where id = $1', [id]);
    expect(idsIn(await world.call(hc, listPatientsOfCenter, { params }))).not.toContain(id);
    await world.sql('update users set is_active = true where id = $1', [id]);
  });

  test('the list of a sales team names the rep, the manager and the center', async () => {
    const manager = await world.as('manager');
    const patients = await world.call(manager, listPatientsOfSalesManager, { params: { id: manager.user.id } });
    const id = await idOf('patient');
    expect(patients.find((patient) => patient.id === id)).toMatchObject({
      harvest_center: [{ id: await idOf('hc'), company: 'Stein Regenerative Clinic' }],
      sales_rep: [
        {
          id: await idOf('rep'),
          first_name: 'Julian',
          last_name: 'Reyes',
          sales_manager: [{ id: manager.user.id, first_name: 'Petra', last_name: 'Nolan' }],
        },
      ],
    });
  });
});

describe('F080 List of referral patients', () => {
  test('the list has the center’s patients whom another center sent', async () => {
    const hc = await world.as('hc');
    const params = { id: hc.user.id };
    const all = await world.call(hc, listPatientsOfCenter, { params });
    const referred = await world.call(hc, listReferralPatientsOfCenter, { params });
    expect(referred).toEqual(all.filter(({ referral_hc_desc }) => referral_hc_desc.length > 0));
    expect(referred.length).toBeGreaterThan(0);
    expect(referred.length).toBeLessThan(all.length);
    expect(referred[0]?.referral_hc_desc).toEqual([{ id: await idOf('rhc'), company: 'Lakeside Family Practice' }]);
  });
});

describe('Options of patients', () => {
  test('a center and a referral center get one label and value for each patient', async () => {
    const [hc, rhc] = [await world.as('hc'), await world.as('rhc')];
    const options = await world.call(hc, listPatientOptionsOfCenter, { params: { id: hc.user.id } });
    const id = await idOf('patient');
    expect(options.find(({ value }) => value === id)).toEqual({ label: `#${id} - Ana Whitfield`, value: id });
    const sent = await world.call(rhc, listPatientOptionsOfReferralCenter, { params: { id: rhc.user.id } });
    const patients = await world.call(rhc, listPatientsOfReferralCenter, { params: { id: rhc.user.id } });
    expect(sent.map(({ value }) => value)).toEqual(idsIn(patients));
    expect(options.length).toBeLessThan(MOST_OPTIONS);
  });
});

describe('F121, S-09 Patients of a center in a lab’s view', () => {
  const list = async (caller: Caller, lab: string, hc: string) =>
    world.send(caller, listPatientsOfLabCenter, { params: { labId: await idOf(lab), hcId: await idOf(hc) } });

  test('the lab, administrators, the center and its affiliate see the patients that the lab processes', async () => {
    const expected: ListedPatient[] = (await list(admin, 'lab', 'hc')).json();
    expect(expected.length).toBeGreaterThan(0);
    for (const key of ['lab', 'hc', 'super']) {
      expect((await list(await world.as(key), 'lab', 'hc')).json(), key).toEqual(expected);
    }
    const unnamed = expected.map(({ email: _email, first_name: _first, last_name: _last, ...patient }) => patient);
    expect((await list(await world.as('affiliate'), 'lab', 'hc')).json()).toEqual(unnamed);
    expect((await list(admin, 'lab2', 'hc')).json()).toEqual([]);
  });

  test('W-05 an affiliate finds patients by number, and never by name or email', async () => {
    const affiliate = await world.as('affiliate');
    const params = { labId: await idOf('lab'), hcId: await idOf('hc') };
    const found = async (caller: Caller, search: string) =>
      idsIn(await world.call(caller, listPatientsOfLabCenter, { params, query: { search } }));
    const id = await idOf('patient');
    expect(await found(affiliate, `#${id}`)).toEqual([id]);
    expect(await found(admin, 'whitfield')).toEqual([id]);
    for (const search of ['whitfield', 'Ana', 'patient@', 'vialkeep', '%', '_']) {
      expect(await found(affiliate, search), search).toEqual([]);
    }
  });

  test('a center or an affiliate gets an empty list for another center, and the same answer for an unknown lab', async () => {
    for (const key of ['hc', 'affiliate']) {
      const caller = await world.as(key);
      for (const [lab, hc] of [
        ['lab', 'hc3'],
        ['lab2', 'hc2'],
        ['rep', 'hc3'],
      ] as const) {
        const answer = await list(caller, lab, hc);
        expect([answer.statusCode, answer.body], `${key} ${hc}`).toEqual([200, '[]']);
      }
    }
  });

  test('another lab gets 404, and so does the lab for a center without a relation to it', async () => {
    expect((await list(await world.as('lab2'), 'lab', 'hc')).statusCode).toBe(404);
    expect((await list(await world.as('lab'), 'lab', 'hc2')).statusCode).toBe(404);
    expect((await list(admin, 'hc', 'hc')).statusCode).toBe(404);
    expect((await list(await world.as('lab'), 'lab', 'lab')).statusCode).toBe(404);
  });
});

describe('F044, U-07 Patients table', () => {
  const list = (caller: Caller, query = {}) => world.call(caller, listLabPatients, { query });

  test('the Patients List plan reads every patient of the site, newest first, 30 per page', async () => {
    const viewer = await world.as('viewer');
    const first = await list(viewer);
    expect(first).toMatchObject({ count: 24, count_is_exact: true });
    expect(idsIn(first.results)).toEqual(await opened(viewer));
    const second = await list(viewer, { limit: 10, offset: 20 });
    expect(idsIn(second.results)).toEqual(idsIn(first.results).slice(20));
  });

  test('main administrators read the patients of all sites, or of the requested one', async () => {
    expect((await list(admin)).count).toBe(26);
    const ofNorth = (await list(admin, { domain_id: 2 })).results.map(({ last_name }) => last_name);
    expect(ofNorth.toSorted()).toEqual(['Bergstrom', 'Sandberg']);
    const north = await world.as('admin@north.test', 'north.localhost');
    expect((await list(north)).count).toBe(2);
    expect((await list(north, { domain_id: 1 })).count).toBe(0);
    expect((await list(await world.as('viewer'), { domain_id: 2 })).count).toBe(0);
  });

  test.each(['viewer', 'lab'])(
    'W-04 as %s, a caller reads each patient’s phone, address, sales rep and documents, without the documents’ ids',
    async (key) => {
      const { results } = await list(await world.as(key));
      const users = (await world.call(admin, listUsers, { query: { subscription_type: 2, limit: 100 } })).results;
      expect(results.filter(({ documents }) => documents.length > 0).length).toBeGreaterThan(0);
      for (const patient of results) {
        const user = users.find(({ id }) => id === patient.id);
        expect(patient.documents).toEqual(user?.documents.map(({ name, status }) => ({ name, status })));
        const { phone_number, address1, address2, city, state_desc, zip_code, sales_rep } = patient;
        expect(user).toMatchObject({ phone_number, address1, address2, city, state_desc, zip_code, sales_rep });
      }
      const ids = await world.sql<{ document_id: string }>('select document_id from documents');
      const told = JSON.stringify(results);
      expect(ids.filter(({ document_id }) => told.includes(document_id))).toEqual([]);
    },
  );

  test('a lab reads its own patients', async () => {
    const lab = await world.as('lab');
    const own = await list(lab);
    expect(idsIn(own.results)).toEqual(await opened(lab));
    expect(own.count).toBe(own.results.length);
    expect((await list(lab, { search: 'whitfield' })).results.map(({ first_name }) => first_name)).toEqual(['Ana']);
    expect((await list(lab, { search: 'casale' })).count).toBe(0);
  });

  test('a lab’s search finds its own patients, whether it has fewer hits than the lab has patients or more', async () => {
    const lab = await world.as('lab');
    const own = (await list(lab)).results;
    const [hits] = await world.sql<{ all: number }>(
      "select count(*)::int as all from users where domain_id = 1 and search_text like '%vialkeep%'",
    );
    expect(hits?.all).toBeGreaterThan(own.length);
    expect(await list(lab, { search: 'vialkeep' })).toEqual({ results: own, count: own.length, count_is_exact: true });
    const page = await list(lab, { search: 'vialkeep', limit: 2, offset: 1 });
    expect(page).toMatchObject({ results: own.slice(1, 3), count: own.length });
    for (const patient of own) {
      expect(idsIn((await list(lab, { search: patient.email })).results)).toEqual([patient.id]);
    }
  });

  test('a lab with many patients finds by the hits of its site the same as a lab that looks into each of its patients', async () => {
    const lab = await world.idOf('lab@vialkeep.test');
    const actor = { scope: DomainId.parse(1) } as Actor;
    const db = world.app.services.store.readSlowly(actor.scope);
    for (const search of ['vialkeep', 'whitfield', 'ana', 'patient5@', 'casale', '@']) {
      const found = async (most?: number) => {
        const all = ownWith(db, actor, lab, selectOwnPatients(db, lab), search, most);
        const { rows } = await sql<{ patient_id: number }>`select patient_id from (${all}) found order by 1`.execute(
          db,
        );
        return rows;
      };
      expect(await found(0), search).toEqual(await found());
    }
  });

  test('a lab with few patients looks each of them up by its id, however many users the site has', async () => {
    const actor = { scope: DomainId.parse(1) } as Actor;
    const lab = await world.idOf('lab@vialkeep.test');
    const db = world.app.services.store.read(actor.scope);
    const plan = await planOf(
      world,
      actor.scope,
      sql`${ownWith(db, actor, lab, selectOwnPatients(db, lab), 'berg')}`.compile(db),
    );
    expect(plan).toMatch(/ on users\n +Index Cond: .*\bid = (?:patient|account_patients)/);
    expect(plan).toContain('One-Time Filter');
  });

  test.each(['viewer', 'admin', 'lab'])('stage and search filters apply together for %s', async (key) => {
    const caller = await world.as(key);
    const all = (await list(caller)).results;
    for (const stage of Stage.options) {
      const inStage = all.filter((patient) => stageOf(patient, '2026-01-01').stage === stage);
      const answer = await list(caller, { stage });
      expect(answer, stage).toEqual({ results: inStage, count: inStage.length, count_is_exact: true });
      const someone = inStage[0];
      if (!someone) continue;
      const found = await list(caller, { stage, search: someone.last_name });
      expect(idsIn(found.results)).toEqual([someone.id]);
      const elsewhere = stage === 'ready' ? 'shipped' : 'ready';
      expect((await list(caller, { stage: elsewhere, search: someone.last_name })).results).toEqual([]);
    }
  });

  test.each([{ limit: 101 }, { offset: -1 }, { stage: 'lost' }, { domain_id: 0 }, { search: 'x'.repeat(101) }])(
    'the query %j is refused',
    async (query) => {
      expect(await world.refusalOf(admin, listLabPatients, { query })).toEqual({
        status: 400,
        reason: 'invalid_input',
      });
    },
  );
});
