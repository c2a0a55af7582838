import { type Attack, requirePrepared } from './attack.ts';
import { demoPerson } from './people.ts';
import type { Target } from './target.ts';

const TYPED_PASSWORD = 'Typed-by-another-47';

/** Attacks on accounts that an administrator creates for another person. */
export const accountsOfOthers: readonly Attack[] = [
  {
    name: 'the password that an administrator typed for a new account stays its password',
    expected: 'it is temporary: the person must choose another',
    make: async (target) => {
      const email = await createAccount(target);
      const browser = target.visitor();
      const login = await browser.login(email, TYPED_PASSWORD);
      requirePrepared(login.isGood, `the typed password opens the account: ${login.told}`);
      const session = await browser.get('/api/v1/users/session/');
      const mustChange = session.find('must_change_password') === true;
      return { seen: `must_change_password ${String(mustChange)}`, refused: mustChange };
    },
  },
  {
    name: 'an account is made in a person’s name and the person is not told',
    expected: 'a letter with an invitation',
    make: async (target) => {
      const email = await createAccount(target);
      const letters = await target.lettersTo(email);
      const isInvited = letters.some(({ text }) => text.includes('/invitation?key='));
      return {
        seen: `${letters.length} letters, ${isInvited ? 'one with' : 'none with'} an invitation`,
        refused: isInvited,
      };
    },
  },
];

/** The administrator creates a sales rep in the wizard; returns the typed email address. */
export async function createAccount(target: Target): Promise<string> {
  const admin = await demoPerson(target, 'admin');
  const email = target.newMailbox();
  const answer = await admin.browser.post('/api/v1/users/add-user/', {
    subscription: 3,
    domain: 1,
    first_name: 'Vera',
    last_name: 'Lindt',
    email,
    password: TYPED_PASSWORD,
  });
  requirePrepared(answer.isGood, `the wizard makes an account: ${answer.told} ${answer.words}`);
  return email;
}
