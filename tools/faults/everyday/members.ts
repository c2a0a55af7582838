import { checkOutOwnVials } from '@vialkeep/contract/checkout.ts';
import { savePreferences } from '@vialkeep/contract/preferences.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { currentSession, login, Opened } from '@vialkeep/contract/session.ts';
import { ApiClient } from '../../harness/api-client.ts';
import type { Person, PersonaActions } from './person.ts';
import { purchase } from './purchase.ts';

export const membersHabits: PersonaActions = [
  [editsOwnProfile, 4],
  [changesPreferences, 2],
];

export const buyersHabits: PersonaActions = [...membersHabits, [buysOwnVials, 3]];

async function editsOwnProfile(member: Person): Promise<void> {
  const id = await member.id();
  if (id === 0) return;
  const mark = member.deeds.newMark();
  await member.do({ kind: 'profile edit', mark, subject: id }, updateUser, {
    params: { id },
    body: { address2: mark },
  });
}

async function changesPreferences(member: Person): Promise<void> {
  const subject = await member.id();
  if (subject === 0) return;
  const mark = member.dice.of(['auto', 'light', 'dark'] as const);
  await member.do({ kind: 'preference', mark, subject }, savePreferences, { body: { colour_scheme: mark } });
}

async function buysOwnVials(member: Person): Promise<void> {
  await purchase(member, checkOutOwnVials, { product_id: 2, product_quantity: 1, total_amount: 545 }, false);
}

/** Opens a new session each time: every acknowledged session must stay valid. */
export function logsInAgain(email: string): PersonaActions[number][0] {
  return async (member) => {
    const browser = new ApiClient(null, member.place.url, member.place.witness);
    const opened = await browser.call(login, { body: { email, password: 'Vialkeep-demo-1' } });
    if (opened?.status !== 200) return;
    const { token } = Opened.parse(opened.body);
    member.deeds.write({ kind: 'session', mark: token, subject: null, told: 'yes' });
    await browser.use(token).call(currentSession);
  };
}
