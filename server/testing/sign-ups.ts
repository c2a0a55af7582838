import { login } from '@vialkeep/contract/session.ts';
import { addSalesRep, createHarvestCenter } from '@vialkeep/contract/sign-up.ts';
import { expect } from 'vitest';
import { anonymousCaller, type Caller, type World } from './world.ts';

const PASSWORD = 'chosen-by-myself-1';

let made = 0;
/** A person without an account. */
export const newcomer = () => ({
  first_name: 'Ada',
  last_name: 'Moreau',
  email: `new-${(made += 1)}@people.test`,
  password: PASSWORD,
});

export const address = {
  address1: '1 Main St',
  address2: '',
  city: 'Austin',
  state_desc: 'Texas',
  country_desc: 'United States',
  zip_code: '78701',
};

export const newClinic = () => ({
  ...newcomer(),
  ...address,
  company: 'Moreau Clinic',
  phone_number: '+1 512 555 0100',
});

/** The sign-up calls of a world, and their results. */
export function signUpsIn(world: () => World) {
  const counts = () =>
    world().sql('select (select count(*) from users) as users, (select count(*) from relations) as relations');
  return {
    /** The number of users and relations. */
    counts,
    signUp: (body: object, caller: Caller = anonymousCaller) => world().send(caller, createHarvestCenter, { body }),
    sell: (body: object, caller: Caller = anonymousCaller) => world().send(caller, addSalesRep, { body }),

    /** The new account after its first login. */
    loggedIn: async (email: string, host = 'localhost') => {
      const { token, user } = await world().call({ ...anonymousCaller, host }, login, {
        body: { email, password: PASSWORD },
      });
      return { token, host, user };
    },

    /** The sign-up is refused with these words, and nothing is created. */
    refusedBy: async (send: () => Promise<{ statusCode: number; json(): { message: string; fields?: object } }>) => {
      const before = await counts();
      const response = await send();
      expect(response.statusCode).toBe(400);
      expect(await counts()).toEqual(before);
      return response.json();
    },
  };
}
