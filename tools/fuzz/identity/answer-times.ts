import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { unhurried } from '../../../server/testing/servers/unhurried.ts';
import { median } from '../../harness/quantile.ts';
import { createAccount } from './accounts-of-others.ts';
import type { Answer } from './answer.ts';
import { demoPerson, type Person } from './people.ts';
import { Target } from './target.ts';

/**
 * Measures two things about logins and their emails. Does the response time reveal whether an address has an account or
 * a key its invitation? And, with `--against FOLDER`, what does it cost that the audit log records the origin and the
 * values before and after, compared with an older checkout with its own node_modules? Calls alternate, one at a time,
 * and medians are compared.
 */
const { values: asked } = parseArgs({
  options: { against: { type: 'string' }, rounds: { type: 'string', default: '200' } },
});
const rounds = Number(asked.rounds);
const root = resolve(import.meta.dirname, '../../..');

const WARM_UP = 20;
const Addresses = z.array(z.object({ email: z.string() }));

// High limits, because a rate-limited call would be faster than a normal one.
const product = await Target.start(root, unhurried);
try {
  await compareKnownWithUnknown(product);
  if (asked.against !== undefined) await compareWithBefore(product, resolve(asked.against));
} finally {
  await product.close();
}

/** The response time must not reveal whether an address has an account or a key its invitation. */
async function compareKnownWithUnknown(target: Target): Promise<void> {
  const members = await target.tables(async (owner) =>
    Addresses.parse(
      (await owner.query("select email from users where domain_id = 1 and is_active and email like 'patient%'")).rows,
    ),
  );
  const member = (round: number) => at(members, round).email;
  const askForPassword = (email: string) => target.visitor().post('/api/v1/users/reset-password/', { email });
  await compare('Forgot Password: a known over an unknown address', [target], {
    one: (round) => askForPassword(member(round)),
    other: () => askForPassword(target.newMailbox()),
  });

  const people = await inOrder(members.slice(0, 12), ({ email }) => demoPerson(target, email));
  const changeEmail = ({ browser, id }: Person, email: string) => browser.patch(`/api/v1/users/${id}/`, { email });
  await compare('change of the own e-mail: a known over an unknown address', [target], {
    one: (round) => changeEmail(at(people, round), member(round + 20)),
    other: (round) => changeEmail(at(people, round), target.newMailbox()),
  });

  const keys = await inOrder([1, 2, 3, 4, 5], () => oldInvitation(target));
  const send = (path: string, key: string) => target.visitor().post(`/api/v1/invitations/${path}/`, { key });
  await compare('a new invitation is asked for: a known over an unknown key', [target], {
    one: (round) => send('renew', at(keys, round)),
    other: () => send('renew', unknownKey()),
  });
  await compare('an invitation that is over is opened: a known over an unknown key', [target], {
    one: (round) => send('open', at(keys, round)),
    other: () => send('open', unknownKey()),
  });
}

/** Measures the cost of recording the origin and the values before and after. */
async function compareWithBefore(now: Target, checkout: string): Promise<void> {
  const before = await Target.start(checkout);
  try {
    const [ours, theirs] = [await demoPerson(now, 'patient3'), await demoPerson(before, 'patient3')];
    const both = [now, before];
    const logIn = (target: Target, { email, password }: Person) => target.visitor().login(email, password);
    await compare('a login: now over before', both, {
      one: () => logIn(now, ours),
      other: () => logIn(before, theirs),
    });
    const read = ({ browser, id }: Person) => browser.get(`/api/v1/users/${id}/`);
    await compare('a record is read: now over before', both, { one: () => read(ours), other: () => read(theirs) });
    const write = ({ browser, id }: Person, round: number) =>
      browser.patch(`/api/v1/users/${id}/`, { city: `City ${round}`, address1: `${round} Main St` });
    await compare('a record is written: now over before', both, {
      one: (round) => write(ours, round),
      other: (round) => write(theirs, round),
    });
  } finally {
    await before.close();
  }
}

type Turns = { one: (round: number) => Promise<Answer>; other: (round: number) => Promise<Answer> };

/**
 * Alternates the two calls and swaps their order every other time. Before each timed call, the jobs of the last one are
 * done and its rate limits are reset.
 */
async function compare(what: string, targets: readonly Target[], { one, other }: Turns): Promise<void> {
  const times: [number[], number[]] = [[], []];
  const answered = new Set<string>();
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const began = performance.now();
      const { told } = await (side === 0 ? one : other)(round + WARM_UP);
      const took = performance.now() - began;
      answered.add(told);
      if (round >= 0) times[side].push(took);
      for (const target of targets) await target.settle();
    }
  }
  const [first, second] = [median(times[0]), median(times[1])];
  const figures = `${first.toFixed(2)} ms over ${second.toFixed(2)} ms`;
  console.log(
    `${what.padEnd(68)} ${(first / second).toFixed(3)}  (${figures}, ${rounds} each, ${[...answered].join(' ')})`,
  );
}

/** Returns the key of an expired invitation. */
async function oldInvitation(target: Target): Promise<string> {
  const [letter] = await target.lettersTo(await createAccount(target));
  const key = /invitation\?key=([\w-]+)/.exec(letter?.text ?? '')?.[1];
  if (key === undefined) throw new Error('No invitation came.');
  await target.tables((owner) => owner.query("update account_keys set expires_at = now() - interval '1 day'"));
  return key;
}

function unknownKey(): string {
  return randomBytes(32).toString('base64url');
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('The list is empty.');
  return item;
}

async function inOrder<In, Out>(list: readonly In[], make: (item: In) => Promise<Out>): Promise<Out[]> {
  const made: Out[] = [];
  for (const item of list) made.push(await make(item));
  return made;
}
