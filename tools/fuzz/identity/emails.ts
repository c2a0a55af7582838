import { z } from 'zod';
import { type Attack, requirePrepared } from './attack.ts';
import { documentIdsIn, forgetPassword } from './mailbox.ts';
import { clinicForm, newCenter, type Person } from './people.ts';
import type { Target } from './target.ts';
import type { Visitor } from './visitor.ts';

const LURE = 'www.prizes-for-you.test';
/** Limits on emails to unknown recipients: of a sender per day in the first week, and of a network per hour. */
const MOST_OF_NEW_SENDER = 20;
const MOST_OF_NETWORK = 60;
/** The limit on emails per day to a recipient from senders without a relation to them. */
const MOST_OF_RECIPIENT = 5;

/** Misuse of the product's emails to write to unknown recipients or to read their content. */
export const lettersAbused: readonly Attack[] = [
  {
    name: 'a web address in the name of a clinic that signs up stands in a letter',
    expected: 'refused at sign-up, or not in the letter',
    make: async (target) => {
      const browser = target.visitor();
      const form = {
        ...clinicForm(target),
        company: `Claim your prize at ${LURE}`,
        subscription: 4,
        saless_rep_id: 606,
      };
      const answer = await browser.post('/api/v1/harvest-centers/', form);
      if (!answer.isGood) return { seen: `sign-up ${answer.told}`, refused: answer.status === 400 };
      await browser.login(form.email, form.password);
      return lureIn(target, browser);
    },
  },
  {
    name: 'a web address in the name that a clinic gives itself later stands in a letter',
    expected: 'refused in the profile, or not in the letter',
    make: async (target) => {
      const { browser, id } = await newCenter(target);
      const answer = await browser.patch(`/api/v1/users/${id}/`, { company: `Claim your prize at ${LURE}` });
      if (!answer.isGood) return { seen: `profile ${answer.told}`, refused: answer.status === 400 };
      return lureIn(target, browser);
    },
  },
  {
    name: 'a new sender writes to 40 strangers',
    expected: `at most ${MOST_OF_NEW_SENDER} letters on a day of its first week`,
    make: async (target) => {
      const center = await newCenter(target);
      const written = await writeToStrangers(target, [center.browser], 40);
      return { seen: `${written} letters`, refused: written <= MOST_OF_NEW_SENDER };
    },
  },
  {
    name: 'one network writes to 80 strangers through four senders',
    expected: `at most ${MOST_OF_NETWORK} letters in an hour`,
    make: async (target) => {
      const network = target.newNetwork();
      const senders: Visitor[] = [];
      for (let n = 0; n < 4; n += 1) senders.push(await inNetwork(target, network, await newCenter(target)));
      const written = await writeToStrangers(target, senders, 80);
      return { seen: `${written} letters`, refused: written <= MOST_OF_NETWORK };
    },
  },
  {
    name: 'eight senders write to one stranger',
    expected: `at most ${MOST_OF_RECIPIENT} letters on a day`,
    make: async (target) => {
      const stranger = target.newMailbox();
      for (let n = 0; n < 8; n += 1) {
        const { browser } = await newCenter(target);
        await browser.post('/api/v1/documents/send/', { name: 'Nell Archer', email: stranger });
      }
      const written = (await target.lettersTo(stranger)).length;
      return { seen: `${written} letters`, refused: written > 0 && written <= MOST_OF_RECIPIENT };
    },
  },
  {
    name: 'one-time passwords stand in clear in the table of letters, and so in every backup',
    expected: 'sealed or gone',
    make: async (target) => {
      const { email } = await newCenter(target);
      const password = await forgetPassword(target, email);
      requirePrepared(password !== null, 'a one-time password comes');
      const isThere = await isInLetters(target, password ?? '');
      return { seen: isThere ? 'read in the table' : 'not in the table', refused: !isThere };
    },
  },
  {
    name: 'the link of an old letter signs after a newer letter was sent',
    expected: 'the old link is over, the new one works',
    make: async (target) => {
      const { browser } = await newCenter(target);
      const stranger = target.newMailbox();
      const [old] = await lettersAfterRequest(target, browser, stranger);
      const [newer] = await lettersAfterRequest(target, browser, stranger);
      requirePrepared(old !== undefined && newer !== undefined, 'two letters come');
      const oldLink = await target.visitor().get(`/auth/esign/guest/${old ?? ''}/`);
      const newLink = await target.visitor().get(`/auth/esign/guest/${newer ?? ''}/`);
      requirePrepared(newLink.isGood, `the newest link works: ${newLink.told}`);
      return { seen: `old link ${oldLink.told}, new link ${newLink.told}`, refused: !oldLink.isGood };
    },
  },
];

/** Requests signatures from an unknown recipient and searches the email for the attacker's text. */
async function lureIn(target: Target, browser: Visitor) {
  const stranger = target.newMailbox();
  const sent = await browser.post('/api/v1/documents/send/', { name: 'Nell Archer', email: stranger });
  requirePrepared(sent.isGood, `a clinic asks for signatures: ${sent.told}`);
  const letters = await target.lettersTo(stranger);
  requirePrepared(letters.length > 0, 'the letter comes');
  const isThere = letters.some(({ subject, text, html }) => `${subject} ${text} ${html}`.includes(LURE));
  return { seen: isThere ? 'in the letter' : 'not in the letter', refused: !isThere };
}

/** Counts how many unknown recipients got an email; the senders take turns. */
async function writeToStrangers(target: Target, senders: readonly Visitor[], count: number): Promise<number> {
  const strangers = new Set<string>();
  for (let n = 0; n < count; n += 1) {
    const email = target.newMailbox();
    strangers.add(email);
    await senders[n % senders.length]?.post('/api/v1/documents/send/', { name: 'Nell Archer', email });
  }
  const written = new Set((await target.letters()).map(({ to }) => to).filter((to) => strangers.has(to)));
  requirePrepared(written.size > 0, 'at least one letter comes');
  return written.size;
}

async function inNetwork(target: Target, network: string, { email, password }: Person): Promise<Visitor> {
  const browser = target.visitor({ network });
  const login = await browser.login(email, password);
  requirePrepared(login.isGood, `a center logs in: ${login.told}`);
  return browser;
}

const Counted = z.array(z.object({ letters: z.number() }));

async function isInLetters(target: Target, secret: string): Promise<boolean> {
  return target.tables(async (owner) => {
    const { rows } = await owner.query('select count(*)::int as letters from letters where letters::text like $1', [
      `%${secret}%`,
    ]);
    return (Counted.parse(rows)[0]?.letters ?? 0) > 0;
  });
}

/** Makes one more request and returns the documentIds of the newest email. */
async function lettersAfterRequest(target: Target, browser: Visitor, email: string): Promise<readonly string[]> {
  const sent = await browser.post('/api/v1/documents/send/', { name: 'Nell Archer', email });
  requirePrepared(sent.isGood, `a clinic asks for signatures: ${sent.told}`);
  const [newest] = await target.lettersTo(email);
  return newest ? documentIdsIn(newest) : [];
}
