import { requestSignatures } from '@vialkeep/contract/documents.ts';
import { createPatient, updatePatient } from '@vialkeep/contract/patients.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { addSalesManager } from '@vialkeep/contract/sales-teams.ts';
import { addSalesRep, createHarvestCenter } from '@vialkeep/contract/sign-up.ts';
import { addUser } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anonymousCaller, type Caller, newWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const MESSAGE = 'Enter a name without a web address.';

async function fieldsOf(caller: Caller, route: Parameters<World['send']>[1], input: object): Promise<object> {
  const response = await world.send(caller, route, input);
  return response.json().fields ?? { status: response.statusCode };
}

describe('New names with a web address', () => {
  const names = ['https://evil.example', 'WWW.evil.example', 'Ada <b>', 'ada@evil.example'];

  test.each(names)('%s is refused wherever a person or a company gets a name', async (bad) => {
    const [admin, hc, distributor] = await Promise.all(['admin', 'hc', 'distributor'].map((who) => world.as(who)));
    if (!admin || !hc || !distributor) throw new Error('The demo network lacks people.');
    const person = { first_name: bad, last_name: bad, email: 'new@names.test' };
    const both = { first_name: MESSAGE, last_name: MESSAGE };
    const password = 'Quite another 1';
    expect(await fieldsOf(anonymousCaller, addSalesRep, { body: { ...person, password, subscription: 3 } })).toEqual(
      both,
    );
    expect(
      await fieldsOf(admin, addUser, { body: { ...person, company: bad, password, subscription: 3, domain: 1 } }),
    ).toEqual({ ...both, company: MESSAGE });
    expect(await fieldsOf(admin, createPatient, { body: person })).toEqual(both);
    expect(await fieldsOf(admin, createHarvestCenter, { body: { ...person, company: bad } })).toEqual({
      ...both,
      company: MESSAGE,
    });
    expect(await fieldsOf(distributor, addSalesManager, { body: person })).toEqual(both);
    expect(await fieldsOf(hc, requestSignatures, { body: { name: bad, email: 'new@names.test' } })).toEqual({
      name: MESSAGE,
    });
    expect(
      await fieldsOf(hc, updateUser, { params: { id: hc.user.id }, body: { first_name: bad, company: bad } }),
    ).toEqual({ first_name: MESSAGE, company: MESSAGE });
    const id = await world.idOf('patient@vialkeep.test');
    expect(await fieldsOf(admin, updatePatient, { params: { id }, body: { last_name: bad } })).toEqual({
      last_name: MESSAGE,
    });
  });

  test('an existing name with a web address is accepted when a form sends it again, and can be corrected', async () => {
    const hc = await world.as('hc2');
    await world.sql("update users set company = 'Clinic @ Main <b>' where id = $1", [hc.user.id]);
    const change = (body: object) => world.send(hc, updateUser, { params: { id: hc.user.id }, body });
    expect((await change({ company: 'Clinic @ Main <b>', city: 'Austin' })).statusCode).toBe(200);
    expect((await change({ company: 'Clinic @ Other' })).json().fields).toEqual({ company: MESSAGE });
    expect((await change({ company: 'Clinic at Main' })).statusCode).toBe(200);
  });

  test.each(['Dr. O’Neil-Smith, M.D.', 'Wwwilson', 'Clinic: North/South', 'Łukasz & Söhne', '李小龍'])(
    '%s is not taken for a web address',
    async (company) => {
      const hc = await world.as('hc3');
      const response = await world.send(hc, updateUser, { params: { id: hc.user.id }, body: { company } });
      expect(response.statusCode).toBe(200);
    },
  );
});
