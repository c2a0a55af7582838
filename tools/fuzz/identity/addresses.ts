import { type Attack, requirePrepared } from './attack.ts';
import { clinicForm, demoPerson, newCenter, opens } from './people.ts';

/** Attempts to find out whether an email address has an account, and to occupy an address as an unknown caller. */
export const addressesAttacked: readonly Attack[] = [
  {
    name: 'the answer to a change of the own e-mail tells whether an address has an account',
    expected: 'the same answer for a free address and one in use',
    make: async (target) => {
      const [one, other] = [await newCenter(target), await newCenter(target)];
      const inUse = await one.browser.patch(`/api/v1/users/${one.id}/`, { email: 'patient@vialkeep.test' });
      const free = await other.browser.patch(`/api/v1/users/${other.id}/`, { email: target.newMailbox() });
      const isSame =
        inUse.told === free.told && inUse.find('email') === one.email && free.find('email') === other.email;
      return { seen: `in use ${inUse.told}, free ${free.told}`, refused: isSame };
    },
  },
  {
    name: 'a stranger signs up with a person’s address, so that no clinic can create the patient',
    expected: '200, and the stranger’s account is gone',
    make: async (target) => {
      const form = { ...clinicForm(target), subscription: 4, saless_rep_id: 606 };
      const signedUp = await target.visitor().post('/api/v1/harvest-centers/', form);
      requirePrepared(signedUp.isGood, `a stranger signs up: ${signedUp.told}`);
      const admin = await demoPerson(target, 'admin');
      const center = await demoPerson(target, 'hc3');
      const lab = await demoPerson(target, 'lab2');
      const answer = await admin.browser.post('/api/v1/users/', {
        email: form.email,
        first_name: 'Nell',
        last_name: 'Archer',
        harvest_center_temporal: center.id,
        processing_lab: lab.id,
      });
      const isStillIn = await opens(target, form.email, form.password);
      return {
        seen: `patient ${answer.told}, stranger ${isStillIn ? 'still logs in' : 'is out'}`,
        refused: answer.isGood && !isStillIn,
      };
    },
  },
  {
    name: 'a stranger signs up with a person’s address, so that the wizard cannot create the account',
    expected: '200, and the stranger’s account is gone',
    make: async (target) => {
      const form = { ...clinicForm(target), subscription: 4, saless_rep_id: 606 };
      const signedUp = await target.visitor().post('/api/v1/harvest-centers/', form);
      requirePrepared(signedUp.isGood, `a stranger signs up: ${signedUp.told}`);
      const admin = await demoPerson(target, 'admin');
      const answer = await admin.browser.post('/api/v1/users/add-user/', {
        subscription: 2,
        domain: 1,
        first_name: 'Nell',
        last_name: 'Archer',
        email: form.email,
        password: 'Typed-by-another-47',
      });
      const isStillIn = await opens(target, form.email, form.password);
      return {
        seen: `account ${answer.told}, stranger ${isStillIn ? 'still logs in' : 'is out'}`,
        refused: answer.isGood && !isStillIn,
      };
    },
  },
];
