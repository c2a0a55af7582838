import { valueAt } from './answer.ts';
import { type Attack, requirePrepared } from './attack.ts';
import { demoPerson, type Person } from './people.ts';
import type { Target } from './target.ts';
import type { Visitor } from './visitor.ts';

/** An administrator impersonates a user; the user must learn of it and be able to end it. */
export const actingAttacked: readonly Attack[] = [
  {
    name: 'an administrator works in a person’s account and the person is not told',
    expected: 'a letter to the person',
    make: async (target) => {
      const person = await demoPerson(target, 'rhc2');
      const before = (await target.lettersTo(person.email)).length;
      await actFor(target, person);
      const came = (await target.lettersTo(person.email)).length - before;
      return { seen: `${came} letters`, refused: came > 0 };
    },
  },
  {
    name: 'an administrator’s session does not stand among the person’s sessions',
    expected: 'it is listed with the administrator’s name',
    make: async (target) => {
      const person = await demoPerson(target, 'distributor2');
      const { admin } = await actFor(target, person);
      const sessions = await person.browser.get('/api/v1/users/sessions/');
      requirePrepared(sessions.isGood, `the person lists the sessions: ${sessions.told}`);
      const isListed = sessions.words.includes(admin.name) || sessions.words.includes(admin.email);
      return { seen: isListed ? 'listed by name' : 'not listed', refused: isListed };
    },
  },
  {
    name: 'a person cannot end an administrator’s session in the own account',
    expected: 'ended: the acting token is answered 401',
    make: async (target) => {
      const person = await demoPerson(target, 'manager2');
      const before = await sessionsOf(person);
      const { tab } = await actFor(target, person);
      const added = (await sessionsOf(person)).filter((id) => !before.includes(id));
      for (const id of added) await person.browser.post(`/api/v1/users/sessions/${String(id)}/end/`);
      const after = await tab.get('/api/v1/users/session/');
      return {
        seen: `${added.length} sessions found to end, acting token ${after.told}`,
        refused: after.status === 401,
      };
    },
  },
  {
    name: 'a person ends a session of another person’s account',
    expected: '404, the other session goes on',
    make: async (target) => {
      const [one, other] = [await demoPerson(target, 'rep2'), await demoPerson(target, 'rep3')];
      const [theirs] = await sessionsOf(other);
      const answer = await one.browser.post(`/api/v1/users/sessions/${String(theirs)}/end/`);
      const goesOn = (await other.browser.get('/api/v1/users/session/')).isGood;
      return {
        seen: `${answer.told}, the other session ${goesOn ? 'goes on' : 'is over'}`,
        refused: answer.status === 404 && goesOn,
      };
    },
  },
];

async function sessionsOf({ browser }: Person): Promise<readonly unknown[]> {
  const sessions = await browser.get('/api/v1/users/sessions/');
  requirePrepared(sessions.isGood, `the person lists the sessions: ${sessions.told}`);
  return sessions.list().map((session) => valueAt(session, 'id'));
}

/** The administrator of the demo network impersonates the user in a new tab. */
async function actFor(target: Target, { id }: Person): Promise<{ admin: Person; tab: Visitor }> {
  const admin = await demoPerson(target, 'admin');
  const body = { user_id: id, reason: 'A question about a form' };
  const code = await admin.browser.post('/api/admin/users/generate-login-as-user-token/', body);
  requirePrepared(code.isGood, `a code to act is made: ${code.told}`);
  const tab = target.visitor();
  const entered = await tab.post('/api/v1/users/login-as-user/', { user_id: id, token: code.text('token') });
  requirePrepared(entered.isGood, `the code is exchanged: ${entered.told}`);
  tab.token = entered.text('token');
  return { admin, tab };
}
