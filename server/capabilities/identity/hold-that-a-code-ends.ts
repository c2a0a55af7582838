import type { clearHold, sendHoldCode } from '@vialkeep/contract/identity.ts';
import { dayInWords } from '@vialkeep/contract/kernel/day-labels.ts';
import type { Call } from '../../kernel/http/handle.ts';
import { refuse, refuseBy } from '../../kernel/http/refuse.ts';
import { ownRecords } from '../../kernel/policy/rules.ts';
import { findHold } from '../../kernel/session/holds.ts';

type HoldRoute = typeof sendHoldCode | typeof clearHold;

/** Refuses if no hold exists that a mailed code can end, or if the caller acts in another account. */
export async function holdThatACodeEnds(
  { access, actor, db }: Pick<Call<HoldRoute>, 'access' | 'actor' | 'db'>,
  route: HoldRoute,
): Promise<void> {
  access.authorize(ownRecords(actor));
  if (actor.acting) throw refuse('not_while_acting');
  const hold = await findHold(db, actor.userId);
  if (!hold) throw refuseBy(route, 'no_hold');
  if (hold.why !== 'email_set_by_other') return;
  const { message } = route.refusals.code_cannot_end;
  const end = hold.until === null ? '' : ` You can sign again from ${timeInWords(hold.until)} on.`;
  throw refuseBy(route, 'code_cannot_end', { message: `${message}${end}` });
}

function timeInWords(time: Date): string {
  const stamp = time.toISOString();
  return `${dayInWords(stamp)}, ${stamp.slice(11, 16)} UTC`;
}
