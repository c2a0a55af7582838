import { type Attack, requirePrepared } from './attack.ts';
import { oneTimePasswordIn } from './mailbox.ts';
import { clinicForm, demoPerson, newCenter } from './people.ts';
import type { Target } from './target.ts';
import type { Visitor } from './visitor.ts';

/**
 * Limits: failed logins of one network over all accounts, failed logins of one account over all networks, resets of one
 * network.
 */
const MOST_OF_NETWORK = 50;
const MOST_OF_ACCOUNT = 60;
const MOST_RESETS_OF_NETWORK = 20;
const AT_ONCE = 10;

/** Guessed passwords, lockouts and weak passwords. */
export const guessing: readonly Attack[] = [
  {
    name: 'one network guesses at 200 accounts',
    expected: `at most ${MOST_OF_NETWORK} guesses are tried`,
    make: async (target) => {
      const network = target.newNetwork();
      const accounts = Array.from({ length: 200 }, () => target.newMailbox());
      const statuses = await inBatches(accounts, (email) => guess(target, network, email));
      const tried = statuses.filter((status) => status !== 429).length;
      return { seen: `${tried} of 200 tried`, refused: tried > 0 && tried <= MOST_OF_NETWORK };
    },
  },
  {
    name: 'a hundred networks guess at one account, ten times each',
    expected: `at most ${MOST_OF_ACCOUNT} are tried, the owner’s browser logs in`,
    make: async (target) => {
      const owner = await newCenter(target);
      let tried = 0;
      for (let networks = 0; networks < 100 && tried <= MOST_OF_ACCOUNT; networks += 1) {
        const network = target.newNetwork();
        const statuses = await Promise.all(Array.from({ length: 10 }, () => guess(target, network, owner.email)));
        tried += statuses.filter((status) => status !== 429).length;
      }
      const own = await owner.browser.login(owner.email, owner.password);
      return {
        seen: `${tried > MOST_OF_ACCOUNT ? 'more than 60' : tried} tried, owner’s browser ${own.told}`,
        refused: tried > 0 && tried <= MOST_OF_ACCOUNT && own.isGood,
      };
    },
  },
  {
    name: 'a stranger’s requests keep the owner from Forgot Password',
    expected: 'the owner is answered 200 and gets a password',
    make: async (target) => {
      const owner = await newCenter(target);
      const stranger = target.visitor();
      for (let n = 0; n < 3; n += 1) await forget(stranger, owner.email);
      const before = await passwordsTo(target, owner.email);
      const own = await forget(target.visitor(), owner.email);
      const came = (await passwordsTo(target, owner.email)) - before;
      return { seen: `owner ${own.told}, ${came} new letters`, refused: own.isGood && came > 0 };
    },
  },
  {
    name: 'one network asks for the passwords of 40 accounts',
    expected: `at most ${MOST_RESETS_OF_NETWORK} are answered in an hour`,
    make: async (target) => {
      const network = target.newNetwork();
      const accounts = Array.from({ length: 40 }, () => target.newMailbox());
      const answers = await inBatches(accounts, (email) => forget(target.visitor({ network }), email));
      const answered = answers.filter(({ isGood }) => isGood).length;
      return { seen: `${answered} of 40 answered`, refused: answered > 0 && answered <= MOST_RESETS_OF_NETWORK };
    },
  },
  choice('a password that stands on every list of stolen ones is chosen', () => 'password1'),
  choice('a password is chosen that is the own name', () => 'AdaMoreau12'),
  choice('a password is chosen that is the own e-mail address', (email) => email),
  {
    name: 'a stranger signs up with a password that stands on every list of stolen ones',
    expected: '400',
    make: async (target) => {
      const form = { ...clinicForm(target), password: 'qwertyuiop', subscription: 4, saless_rep_id: 606 };
      const answer = await target.visitor().post('/api/v1/harvest-centers/', form);
      return { seen: answer.told, refused: answer.status === 400 && answer.words.includes('password') };
    },
  },
  {
    name: 'an administrator gives an account a password that stands on every list of stolen ones',
    expected: '400',
    make: async (target) => {
      const admin = await demoPerson(target, 'admin');
      const { id } = await newCenter(target);
      const body = { user_id: id, new_password_change: 'password1' };
      const answer = await admin.browser.post(`/api/v1/users/update-password/${id}/`, body);
      return { seen: answer.told, refused: answer.status === 400 };
    },
  },
];

/** The user changes the own password to a weak one; the same call must accept a strong one. */
function choice(name: string, bad: (email: string) => string): Attack {
  return {
    name,
    expected: '400, a good one is taken',
    make: async (target) => {
      const { browser, email, password } = await newCenter(target, { first_name: 'Ada', last_name: 'Moreau' });
      const change = (chosen: string, current: string) =>
        browser.post('/api/v1/users/change-password/', {
          password_current: current,
          password_new: chosen,
          password_confirmation: chosen,
        });
      const wanted = bad(email);
      const answer = await change(wanted, password);
      if (answer.isGood) return { seen: `${answer.told}: '${wanted}' is the password now`, refused: false };
      const good = await change('Heron-ladder-velvet-31', password);
      requirePrepared(good.isGood, `a good password is taken: ${good.told}`);
      return { seen: answer.told, refused: answer.status === 400 };
    },
  };
}

/** Makes one wrong login from a new browser; returns the status. */
async function guess(target: Target, network: string, email: string): Promise<number> {
  return (await target.visitor({ network }).login(email, 'Not-the-password-9')).status;
}

function forget(browser: Visitor, email: string) {
  return browser.post('/api/v1/users/reset-password/', { email });
}

async function passwordsTo(target: Target, email: string): Promise<number> {
  return (await target.lettersTo(email)).filter((letter) => oneTimePasswordIn(letter) !== null).length;
}

async function inBatches<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < all.length; at += AT_ONCE) {
    done.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(work))));
  }
  return done;
}
