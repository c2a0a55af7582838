import { sql } from 'kysely';
import { anyOf } from '../db/any-of.ts';
import { administrators } from '../policy/policy.ts';
import { type Counted, networkOf } from '../rate-limits.ts';
import type { Services } from '../services.ts';
import type { Actor } from '../session/actor.ts';
import { requireReviewed } from '../session/review.ts';

export type StrangerLetter = {
  /** The user who causes it; null for a sign-up, which has no account yet. */
  readonly actor: Actor | null;
  /** The network address of the request. */
  readonly address: string;
  readonly recipient: string;
  /** The account of the recipient, if it belongs to the sender's own people. */
  readonly ownUserId?: number | null;
  /** The sender confirms an address of their own account, so the account needs no review for it. */
  readonly isOwnAddress?: true;
};

const HOUR = 60;
const DAY = 1_440;

/**
 * Counts an email before it is written if its recipient is unrelated to the sender, and refuses with 429 in the same
 * words for every limit. An account that waits for its review writes to no stranger. An account that its owner has never used still counts as unrelated, because the sender may
 * have created it.
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

  if (actor && !letter.isOwnAddress) requireReviewed(actor);
  const sender = people.find(({ id }) => id === senderId);
  const isFirstWeek = sender !== undefined && sender.is_new && !administrators.some((plan) => plan === sender.plan_id);
  const { settings, limits } = services;
  const perDay = isFirstWeek ? settings.lettersPerDayAtFirst : settings.lettersPerDay;
  const subject = String(senderId);
  const ofSender: readonly Counted[] = [
    { limit: { bucket: 'letters-hour', most: settings.lettersPerHour, minutes: HOUR }, subject },
    { limit: { bucket: 'letters-day', most: perDay, minutes: DAY }, subject },
  ];
  // Limits of one sender come first, limits that others share come last.
  const ofNetwork: Counted = {
    limit: { bucket: 'letters-network', most: settings.lettersPerNetwork, minutes: HOUR },
    subject: networkOf(letter.address),
  };
  const ofRecipient = recipientOf(services, letter.recipient);
  const [first, ...rest] = [...(sender ? ofSender : []), ofNetwork, ofRecipient];
  if (first) await limits.countInOrder([first, ...rest]);
}

/**
 * Counts an email that is sent after the answer, such as a repeated invitation; false when the address has reached its
 * limit. The caller's answer does not change.
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
