import type { Attack, Verdict } from './attack.ts';
import { requirePrepared } from './attack.ts';
import { demoPerson, newAdministrator, opens, type Person } from './people.ts';
import type { Target } from './target.ts';

const TYPED_PASSWORD = 'Typed-by-a-colleague-47';

/** Attacks of administrators on each other: the rules of impersonation apply. */
export const administratorsAttacked: readonly Attack[] = [
  against('an administrator sets the password of another administrator', 7, 'admin', setPassword),
  against('an administrator moves the e-mail of another administrator', 7, 'admin', moveEmail),
  against('an administrator deactivates another administrator', 7, 'admin', deactivate),
  against('an administrator makes another administrator a sales rep, then sets the password', 7, 'admin', demote),
  against('a super admin sets the password of another super admin', 10, 'super', setPassword),
  against('a super admin moves the e-mail of another super admin', 10, 'super', moveEmail),
  against('a super admin deactivates another super admin', 10, 'super', deactivate),
  against(
    'a custom site’s administrator sets the password of one of the main site',
    7,
    'admin@north.test',
    setPassword,
  ),
];

type Assault = (attacker: Person, victim: Person, target: Target) => Promise<{ said: string; succeeded: boolean }>;

function against(name: string, plan: 7 | 10, attacker: string, assault: Assault): Attack {
  return {
    name,
    expected: '404, and the account stays as it was',
    make: async (target): Promise<Verdict> => {
      const victim = await newAdministrator(target, plan);
      const { said, succeeded } = await assault(await demoPerson(target, attacker), victim, target);
      const own = await opens(target, victim.email, victim.password);
      return { seen: `${said}, own login ${own ? 'works' : 'is lost'}`, refused: !succeeded && own };
    },
  };
}

async function setPassword(attacker: Person, victim: Person, target: Target) {
  const body = { user_id: victim.id, new_password_change: TYPED_PASSWORD };
  const answer = await attacker.browser.post(`/api/v1/users/update-password/${victim.id}/`, body);
  return { said: answer.told, succeeded: answer.isGood || (await opens(target, victim.email, TYPED_PASSWORD)) };
}

async function moveEmail(attacker: Person, victim: Person, target: Target) {
  const email = target.newMailbox();
  const answer = await attacker.browser.patch(`/api/v1/users/${victim.id}/`, { email });
  return { said: answer.told, succeeded: (await emailOf(target, victim)) === email };
}

async function deactivate(attacker: Person, victim: Person, target: Target) {
  const answer = await attacker.browser.post(`/api/v1/users/set/inactive/${victim.id}/`);
  return { said: answer.told, succeeded: answer.isGood || !(await opens(target, victim.email, victim.password)) };
}

/** Administrators can impersonate sales reps, so a change to that plan would bypass the rule. */
async function demote(attacker: Person, victim: Person, target: Target) {
  const demoted = await attacker.browser.patch(`/api/v1/users/${victim.id}/`, { subscription: 3 });
  const { said, succeeded } = await setPassword(attacker, victim, target);
  return { said: `membership ${demoted.told}, password ${said}`, succeeded };
}

async function emailOf(target: Target, { id }: Person): Promise<string> {
  const boss = await demoPerson(target, 'super');
  const details = await boss.browser.get(`/api/admin/users/${id}/details/`);
  requirePrepared(details.isGood, `a super admin reads the account: ${details.told}`);
  return details.text('email');
}
