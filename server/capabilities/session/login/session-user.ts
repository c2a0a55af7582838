import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import type { SessionUser } from '@vialkeep/contract/session.ts';
import type { z } from 'zod';
import type { Db } from '../../../kernel/db/db.ts';
import { type Placeholders, statement } from '../../../kernel/db/statement.ts';
import type { Services } from '../../../kernel/services.ts';
import { paymentProfilesOf } from '../../cards/index.ts';
import { userFor } from '../../network/index.ts';
import { availableVials } from '../../vials/index.ts';

/** A user as the browser stores them; null where the connection's scope has no such row. */
export async function sessionUserFor(
  db: Db,
  services: Pick<Services, 'payments'>,
  id: UserId,
): Promise<z.input<typeof SessionUser> | null> {
  const [user, profiles] = await Promise.all([userFor(db, id), paymentProfilesOf(db, services, id)]);
  if (!user) return null;
  const { auth_customer_payment_profile_id } = profiles;
  const vials =
    user.subscription.id === Plan.generalMember
      ? await vialsOf(db, id)
      : { vials_preparation: null, vials_available: null };
  return { ...user, ...vials, auth_customer_payment_profile_id };
}

/** Reads both numbers in one statement, because every login and every saved profile needs them. */
async function vialsOf(db: Db, id: UserId) {
  const [row] = await vialsOfPatient(db, { id });
  return { vials_preparation: row?.vials_preparation ?? 0, vials_available: row?.vials_available ?? 0 };
}

const vialsOfPatient = statement((db, { id }: Placeholders<{ id: number }>) =>
  db.selectNoFrom((eb) => [
    eb.selectFrom('patient_records').select('vials_preparation').where('patient_id', '=', id).as('vials_preparation'),
    availableVials(eb, id).as('vials_available'),
  ]),
);
