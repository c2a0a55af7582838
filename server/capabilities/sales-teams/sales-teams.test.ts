import {
  addSalesManager,
  listManagersOfDistributor,
  listRepsOfDistributor,
  listRepsOfManager,
  removeManagerFromTeam,
  removeRepFromTeam,
} from '@vialkeep/contract/sales-teams.ts';
import { login } from '@vialkeep/contract/session.ts';
import { addSalesRep } from '@vialkeep/contract/sign-up.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acceptInvited } from '../../testing/mail/email-keys.ts';
import { anonymousCaller, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const namesOf = (people: readonly { first_name: string; last_name: string }[]) =>
  people.map(({ first_name, last_name }) => `${first_name} ${last_name}`);

describe('F052, F129 Team of a leader', () => {
  test('a manager and a distributor read their own teams', async () => {
    const manager = await world.as('manager');
    const reps = await world.call(manager, listRepsOfManager, { params: { id: manager.user.id } });
    expect(namesOf(reps)).toEqual(expect.arrayContaining(['Dana Whitlock', 'House Account', 'Julian Reyes']));
    expect(reps[0]).toHaveProperty('email');

    const distributor = await world.as('distributor');
    const params = { id: distributor.user.id };
    const managers = await world.call(distributor, listManagersOfDistributor, { params });
    expect(namesOf(managers)).toEqual(['Hugo Marchetti', 'Petra Nolan']);
    const all = await world.call(distributor, listRepsOfDistributor, { params });
    const oyelaran = all.find(({ last_name }) => last_name === 'Oyelaran');
    expect(oyelaran?.sales_manager).toEqual([
      { id: await world.idOf('manager2@vialkeep.test'), first_name: 'Hugo', last_name: 'Marchetti' },
    ]);
  });

  test('a distributor above reads the team of a manager, and another distributor or manager gets 404', async () => {
    const id = await world.idOf('manager@vialkeep.test');
    expect(await world.call(await world.as('distributor'), listRepsOfManager, { params: { id } })).not.toEqual([]);
    for (const who of ['distributor2', 'manager2']) {
      const refused = await world.refusalOf(await world.as(who), listRepsOfManager, { params: { id } });
      expect(refused.status, who).toBe(404);
    }
  });
});

describe('F130 Removal of a member', () => {
  test('a removal ends only the relation to the caller, and a second one gets 404', async () => {
    const manager = await world.as('manager');
    const leaver = { first_name: 'Ivo', last_name: 'Brandt', email: 'ivo@brandt.test', generate_password: true };
    const { id } = await world.call(manager, addSalesRep, { body: leaver });
    const other = await world.idOf('manager2@vialkeep.test');
    await world.sql(`insert into relations (domain_id, subject_id, kind, object_id) values (1, $1, 'manager', $2)`, [
      id,
      other,
    ]);
    expect(await world.call(manager, removeRepFromTeam, { params: { id } })).toMatchObject({ success: true });
    const left = await world.call(manager, listRepsOfManager, { params: { id: manager.user.id } });
    expect(left.some((rep) => rep.id === id)).toBe(false);
    const standing = await world.sql<{ object_id: number }>(
      `select object_id from relations where subject_id = $1 and kind = 'manager' and ended_at is null`,
      [id],
    );
    expect(standing).toEqual([{ object_id: other }]);
    expect((await world.refusalOf(manager, removeRepFromTeam, { params: { id } })).status).toBe(404);
  });

  test('removing a member of another team is answered with 404', async () => {
    const rep3 = await world.idOf('rep3@vialkeep.test');
    const refused = await world.refusalOf(await world.as('manager'), removeRepFromTeam, { params: { id: rep3 } });
    expect(refused.status).toBe(404);
    const manager2 = await world.idOf('manager2@vialkeep.test');
    const distributor2 = await world.as('distributor2');
    expect((await world.refusalOf(distributor2, removeManagerFromTeam, { params: { id: manager2 } })).status).toBe(404);
  });

  test('a distributor removes a manager from the team', async () => {
    const distributor = await world.as('distributor');
    const leaver = { first_name: 'Ada', last_name: 'Brandt', email: 'ada@brandt.test' };
    const { id } = await world.call(distributor, addSalesManager, { body: leaver });
    await world.call(distributor, removeManagerFromTeam, { params: { id } });
    const left = await world.call(distributor, listManagersOfDistributor, { params: { id: distributor.user.id } });
    expect(namesOf(left)).toEqual(['Hugo Marchetti', 'Petra Nolan']);
  });
});

describe('F131 New member', () => {
  const person = { first_name: 'Noor', last_name: 'Azadi', generate_password: true, send_new_sales_team: true };

  test('a distributor’s new manager is in the team and gets an invitation by email', async () => {
    const distributor = await world.as('distributor2');
    const email = 'noor@azadi.test';
    const { id } = await world.call(distributor, addSalesManager, {
      body: { ...person, email, subscription: 6, password: 'Placeholder-1', sales_distributor_id: 1 },
    });
    const team = await world.call(distributor, listManagersOfDistributor, { params: { id: distributor.user.id } });
    expect(team.map((member) => member.id)).toContain(id);
    const attempt = await world.send(anonymousCaller, login, { body: { email, password: 'Placeholder-1' } });
    expect(attempt.statusCode).toBe(400);
    const letter = (await world.letters(1)).find(({ recipient }) => recipient === email);
    expect(letter?.text_body).toContain('Your account is ready');
    await acceptInvited(world, email, 'Chosen-by-the-manager-1');
  });

  test('a manager’s new rep is in the manager’s team', async () => {
    const manager = await world.as('manager');
    const { id } = await world.call(manager, addSalesRep, {
      body: { ...person, email: 'rep@azadi.test', subscription: 3, sales_manager_id: manager.user.id },
    });
    const team = await world.call(manager, listRepsOfManager, { params: { id: manager.user.id } });
    expect(team.map((member) => member.id)).toContain(id);
  });

  test('an administrator names a distributor of the site, and any other user is refused', async () => {
    const admin = await world.as('admin');
    const sales_distributor_id = await world.idOf('distributor2@vialkeep.test');
    const body = { ...person, email: 'third@azadi.test', sales_distributor_id };
    const { id } = await world.call(admin, addSalesManager, { body });
    expect(await world.sql('select object_id from relations where subject_id = $1 and ended_at is null', [id])).toEqual(
      [{ object_id: sales_distributor_id }],
    );
    const wrong = { ...body, email: 'fourth@azadi.test', sales_distributor_id: await world.idOf('hc@vialkeep.test') };
    const refused = await world.send(admin, addSalesManager, { body: wrong });
    expect(Object.keys(refused.json().fields)).toEqual(['sales_distributor_id']);
  });

  test('an invalid member is refused by the name of the field', async () => {
    const distributor = await world.as('distributor2');
    for (const [field, body] of [
      ['email', { ...person, email: 'manager@vialkeep.test' }],
      ['email', { ...person, email: 'nobody' }],
      ['first_name', { ...person, first_name: ' ', email: 'fifth@azadi.test' }],
      ['last_name', { ...person, last_name: undefined, email: 'fifth@azadi.test' }],
    ] as const) {
      const refused = await world.send(distributor, addSalesManager, { body });
      expect(refused.statusCode).toBe(400);
      expect(Object.keys(refused.json().fields)).toEqual([field]);
    }
  });
});
