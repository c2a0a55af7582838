import { type Attack, requirePrepared, type Verdict } from './attack.ts';
import { forgetPassword, keysIn } from './mailbox.ts';
import { demoPerson, opens, type Person } from './people.ts';
import type { Target } from './target.ts';
import type { Visitor } from './visitor.ts';

/** Attacks with a stolen token only: without a cookie, a password or the owner's mailbox. */
export const stolenTokens: readonly Attack[] = [
  takeOver('donor', 'a stolen token moves the e-mail, Forgot Password does the rest', (thief, { id }, email) =>
    thief.patch(`/api/v1/users/${id}/`, { email }),
  ),
  takeOver(
    'buyer',
    'a stolen token moves the e-mail by users/update, Forgot Password does the rest',
    (thief, { id }, email) => thief.post(`/api/v1/users/update/${id}/`, { email }),
  ),
  {
    name: 'a stolen acting token goes back to the administrator’s own session',
    expected: 'token null, the acting session over',
    make: async (target) => {
      const admin = await demoPerson(target, 'admin');
      const patient = await demoPerson(target, 'patient2');
      const code = await admin.browser.post('/api/admin/users/generate-login-as-user-token/', {
        user_id: patient.id,
        reason: 'A question about a form',
      });
      requirePrepared(code.isGood, `a code to act is made: ${code.told}`);
      const entered = await admin.browser.post('/api/v1/users/login-as-user/', {
        user_id: patient.id,
        token: code.text('token'),
      });
      requirePrepared(entered.isGood, `the code is exchanged: ${entered.told}`);
      return goBack(target, entered.text('token'), admin, '/api/admin/users/');
    },
  },
  {
    name: 'a stolen token of a center that staff entered goes back to the staff member’s own session',
    expected: 'token null, the acting session over',
    make: async (target) => {
      const staff = await demoPerson(target, 'staff');
      const center = await demoPerson(target, 'hc');
      const entered = await staff.browser.post('/api/v1/hc-staff/access/', { user_id: center.id });
      requirePrepared(entered.isGood, `a staff member enters the center: ${entered.told}`);
      return goBack(target, entered.text('token'), staff, `/api/v1/hc-staff/${staff.id}/hc-list/`);
    },
  },
];

function takeOver(
  account: string,
  name: string,
  moveEmail: (thief: Visitor, owner: Person, email: string) => Promise<{ told: string }>,
): Attack {
  return {
    name,
    expected: 'e-mail unchanged, owner’s password works, owner written to',
    make: async (target) => {
      const owner = await demoPerson(target, account);
      const before = (await target.lettersTo(owner.email)).length;
      const mailbox = target.newMailbox();
      const thief = target.visitor({ token: owner.browser.token });
      const moved = await moveEmail(thief, owner, mailbox);
      await useLetters(target, thief, mailbox);
      const password = await forgetPassword(target, mailbox);
      const isIn = password !== null && (await target.visitor().login(mailbox, password)).isGood;
      const isOwners = await opens(target, owner.email, owner.password);
      const isTold = (await target.lettersTo(owner.email)).length > before;
      return {
        seen: `${moved.told}, thief ${isIn ? 'logs in' : 'stays out'}, owner ${isOwners ? 'logs in' : 'is locked out'}, ${isTold ? 'written to' : 'not told'}`,
        refused: !isIn && isOwners && isTold,
      };
    },
  };
}

/** The attacker follows the links in emails to the new address. Versions without such emails answer 404. */
async function useLetters(target: Target, thief: Visitor, mailbox: string): Promise<void> {
  const keys = (await target.lettersTo(mailbox)).flatMap(keysIn);
  for (const key of keys) {
    for (const step of ['confirm', 'approve']) await thief.post(`/api/v1/identity/email/${step}/`, { key });
  }
}

/**
 * The attacker has only the token, in another network; the attack succeeds if it reaches the impersonator's own
 * session.
 */
async function goBack(target: Target, token: string, self: Person, ownCall: string): Promise<Verdict> {
  const thief = target.visitor({ token });
  const back = await thief.post('/api/v1/users/login-as-user/', { user_id: self.id });
  const given = back.find('token');
  const own = target.visitor({ token: typeof given === 'string' ? given : 'none' });
  const reached = (await own.get(ownCall)).isGood;
  const after = await target.visitor({ token }).get('/api/v1/users/session/');
  return {
    seen: `${back.told}, token ${typeof given === 'string' ? 'given' : 'null'}, own calls ${reached ? 'answered' : 'refused'}, acting token ${after.told}`,
    refused: !reached && after.status === 401,
  };
}
