import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { SessionUser } from '@vialkeep/contract/session.ts';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import type { Services } from '../../kernel/services.ts';
import { paymentProfilesOf } from '../cards/index.ts';
import { userFor } from '../network/index.ts';
import { vialCounts } from '../vials/index.ts';

/** A user as the browser keeps them, or nothing where the connection's scope has no such row. */
export async function sessionUserFor(
  db: Db,
  services: Pick<Services, 'payments'>,
  id: UserId,
): Promise<z.input<typeof SessionUser> | null> {
  // Asked at once: outside a transaction the three statements travel together.
  const [user, { auth_customer_payment_profile_id }, vials] = await Promise.all([
    userFor(db, id),
    paymentProfilesOf(db, services, id),
    vialsOf(db, id),
  ]);
  if (!user) return null;
  const ofPatient = user.subscription.id === 2 ? vials : { vials_preparation: null, vials_available: null };
  return { ...user, ...ofPatient, auth_customer_payment_profile_id };
}

async function vialsOf(db: Db, id: UserId) {
  const [record, counts] = await Promise.all([
    db.selectFrom('patient_records').select('vials_preparation').where('patient_id', '=', id).executeTakeFirst(),
    vialCounts(db, [id]),
  ]);
  return { vials_preparation: record?.vials_preparation ?? 0, vials_available: counts.get(id)?.available ?? 0 };
}
