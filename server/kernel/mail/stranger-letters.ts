import { sql } from 'kysely';
import { anyOf } from '../db/any-of.ts';
import { administrators } from '../policy/policy.ts';
import { type Counted, networkOf } from '../rate-limits.ts';
import type { Services } from '../services.ts';
import type { Actor } from '../session/actor.ts';

export type StrangerLetter = {
  /** Who causes it; null for a sign-up, which has no account yet. */
  readonly actor: Actor | null;
  /** Where the request came from. */
  readonly address: string;
  readonly recipient: string;
  /** The account that the letter goes to, where it is one of the sender's own people. */
  readonly ownUserId?: number | null;
};

const HOUR = 60;
const DAY = 1_440;

/**
 * Counts a letter before it is written, if its recipient has nothing to do with the sender, and refuses with 429 in the
 * same words whichever limit it was. An account that its owner has never used was made by the sender, so it says nothing.
 */
export async function countStrangerLetter(services: Services, letter: StrangerLetter): Promise<void> {
  const { actor, ownUserId = null } = letter;
  const senderId = actor && (actor.acting?.byId ?? actor.userId);
  const people = await services.store
    .read('platform')
    .selectFrom('users')
    .select([
      'id',
      'plan_id',
      sql<boolean>`last_login is not null`.as('has_logged_in'),
      sql<boolean>`date_joined > now() - interval '7 days'`.as('is_new'),
    ])
    .where('id', '=', anyOf([senderId, ownUserId].filter((id) => id !== null)))
    .execute();
  if (people.some(({ id, has_logged_in }) => id === ownUserId && has_logged_in)) return;

  const sender = people.find(({ id }) => id === senderId);
  const isFirstWeek = sender !== undefined && sender.is_new && !administrators.some((plan) => plan === sender.plan_id);
  const { settings, limits } = services;
  const perDay = isFirstWeek ? settings.lettersPerDayAtFirst : settings.lettersPerDay;
  const subject = String(senderId);
  const ofSender: readonly Counted[] = [
    { limit: { bucket: 'letters-hour', most: settings.lettersPerHour, minutes: HOUR }, subject },
    { limit: { bucket: 'letters-day', most: perDay, minutes: DAY }, subject },
  ];
  // What only one person uses up comes first, what others need too comes last.
  const ofNetwork: Counted = {
    limit: { bucket: 'letters-network', most: settings.lettersPerNetwork, minutes: HOUR },
    subject: networkOf(letter.address),
  };
  const ofRecipient = recipientOf(services, letter.recipient);
  const [first, ...rest] = [...(sender ? ofSender : []), ofNetwork, ofRecipient];
  if (first) await limits.countInOrder([first, ...rest]);
}

/**
 * Counts a letter that goes out after the answer, such as an invitation that was asked for again; false where the address
 * has had enough of them. Who asked is answered as ever.
 */
export async function mayWriteAgain(services: Services, recipient: string): Promise<boolean> {
  const { limit, subject } = recipientOf(services, recipient);
  return services.limits.isWithin(limit, subject);
}

function recipientOf({ settings }: Services, recipient: string): Counted {
  return {
    limit: { bucket: 'letters-recipient', most: settings.lettersPerRecipient, minutes: DAY },
    subject: recipient.toLowerCase(),
  };
}
