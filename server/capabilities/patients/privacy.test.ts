import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { listCustody } from '@vialkeep/contract/custody.ts';
import { listRelatedByMembership } from '@vialkeep/contract/network.ts';
import { listPatientsOfLabCenter, readPatientRecord } from '@vialkeep/contract/patients.ts';
import { getUser } from '@vialkeep/contract/profile.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let secrets: string[];
let patients: number[];
beforeAll(async () => {
  world = await newWorld();
  // Unique names, so that a center or a colleague with the same name cannot cause a false match.
  await world.sql(
    `update users set first_name = 'Zfirst' || id, last_name = 'Zlast' || id, phone_number = '+9 ' || id || '77',
       address1 = 'Zstreet ' || id, city = 'Zcity' || id, zip_code = 'Z' || id, template_id = 'ztemplate' || id,
       document_id = 'zdocument' || id, company = 'Zcompany' || id
     where plan_id in (2, 12)`,
  );
  const people = await world.sql<Record<string, string> & { id: number }>(
    `select id, email, first_name, last_name, phone_number, address1, city, zip_code, template_id, document_id, company
     from users where plan_id in (2, 12) order by id`,
  );
  patients = people.map(({ id }) => id);
  secrets = people.flatMap(({ id: _id, ...person }) => Object.values(person));
});
afterAll(() => world.close());

describe('F061, S-20 Privacy towards sales plans', () => {
  test.each(['rep', 'manager', 'distributor', 'affiliate'])(
    '%s reads no identifying text of a patient or donor from any GET route',
    async (key) => {
      const caller = await world.as(key);
      let answered = 0;
      for (const { name, route } of catalogue.filter(
        ({ route: { method, answersFile } }) => method === 'GET' && !answersFile,
      )) {
        for (const id of route.path.includes(':') ? [...patients, caller.user.id] : [0]) {
          if (name === 'setUserInactive' || name === 'setUserActive') continue;
          const answer = await world.send(caller, route, {
            params: { id, userId: id, labId: id, hcId: id, identifier: id },
            query: name === 'listRelatedByMembership' ? { first_related: 4 } : {},
          });
          answered += Number(answer.statusCode === 200);
          expect(named(answer.body), `${name} ${id}`).toEqual([]);
        }
      }
      expect(answered).toBeGreaterThan(50);
    },
    // Several thousand calls need time on a busy machine.
    120_000,
  );

  test('a path through the relations to a clinic’s patients returns no identifying text to a sales plan', async () => {
    for (const [key, path] of [
      ['rep', { first_related: 4, second_related: 2 }],
      ['rep', { first_related: 5, second_related: 2 }],
      ['rep', { first_related: 4, second_related: 12 }],
      ['manager', { first_related: 3, second_related: 4, third_related: 2 }],
      ['affiliate', { first_related: 4, second_related: 2 }],
      ['affiliate', { first_related: 4, second_related: 12 }],
      ['distributor', { first_related: 6, second_related: 3, third_related: 4, fourth_related: 2 }],
    ] as const) {
      const caller = await world.as(key);
      const answer = await world.send(caller, listRelatedByMembership, { params: { id: caller.user.id }, query: path });
      expect(named(answer.body), `${key} ${JSON.stringify(path)}`).toEqual([]);
    }
  });

  test('an affiliate reads no identifying text from a lab’s list of patients, their records and their custody', async () => {
    const caller = await world.as('affiliate');
    const params = { labId: await world.idOf('lab@vialkeep.test'), hcId: await world.idOf('hc@vialkeep.test') };
    const list = await world.send(caller, listPatientsOfLabCenter, { params });
    expect(list.json().length).toBeGreaterThan(0);
    expect(named(list.body)).toEqual([]);
    for (const { id } of list.json()) {
      for (const route of [readPatientRecord, getUser, listCustody]) {
        const answer = await world.send(caller, route, { params: { id } });
        expect(answer.statusCode).toBe(200);
        expect(named(answer.body), `${route.path} ${id}`).toEqual([]);
      }
    }
  });

  test.each(['rep', 'affiliate'])('the answer to %s has no identifying keys, but the sample’s data', async (key) => {
    const rep = await world.as(key);
    const id = await world.idOf('patient@vialkeep.test');
    const user = await readJson(rep, id);
    expect(Object.keys(user)).not.toEqual(expect.arrayContaining(['email']));
    for (const name of ['email', 'username', 'first_name', 'last_name', 'phone_number', 'address1', 'template_id']) {
      expect(user).not.toHaveProperty(name);
    }
    expect(user).toMatchObject({
      id,
      subscription: { id: 2 },
      vials_available: 5,
      vials_shipped: 4,
      sterility_complete: true,
    });
    expect(await world.call(rep, readPatientRecord, { params: { id } })).toMatchObject({ may: [] });
  });

  test('a rep reads the names of other users and their own', async () => {
    const rep = await world.as('rep');
    expect(await readJson(rep, rep.user.id)).toMatchObject({ email: 'rep@vialkeep.test' });
    expect(await readJson(rep, await world.idOf('hc@vialkeep.test'))).toMatchObject({
      company: 'Stein Regenerative Clinic',
    });
  });

  test.each(['lab', 'hc', 'rhc', 'admin', 'viewer', 'super'])(
    'the name of a patient is readable for %s, who does not sell',
    async (key) => {
      const id = await world.idOf('patient3@vialkeep.test');
      expect(await readJson(await world.as(key), id)).toMatchObject({ id, username: `Zfirst${id} Zlast${id}` });
    },
  );
});

const readJson = async (caller: Caller, id: number) => (await world.send(caller, getUser, { params: { id } })).json();

const named = (body: string) => secrets.filter((secret) => secret !== '' && body.includes(secret));
