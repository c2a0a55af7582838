import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { createDeviation, endDeviation, lockDeviation } from '../../capabilities/deviations/index.ts';
import type { Services } from '../../kernel/services.ts';

const LAB = 'lab2@vialkeep.test';
const SIGNER = 'Nora Lindqvist';

/** A drill from the demo lab's lot of kits, which was closed. */
export async function addDrill({ store }: Services): Promise<void> {
  const db = store.read('platform');
  const { id: labId, domain_id: domainId } = await db
    .selectFrom('users')
    .select(['id', 'domain_id'])
    .where('email', '=', LAB)
    .executeTakeFirstOrThrow();
  const operator = await db
    .selectFrom('lab_operators')
    .select('id')
    .where('lab_id', '=', labId)
    .where('name', '=', SIGNER)
    .executeTakeFirstOrThrow();
  const lot = await db
    .selectFrom('lots')
    .select('id')
    .where('lab_id', '=', labId)
    .where('lot', '=', 'HK-2411')
    .executeTakeFirstOrThrow();
  const userId = UserId.parse(labId);
  const cause = { actorId: userId, userId, sessionId: null, requestId: 'demo-drill' };
  await store.write(domainId, cause, async (work) => {
    const lab = { id: labId, domainId };
    const id = await createDeviation(work, lab, {
      title: 'Recall drill of a kit lot',
      text: 'All vials behind the lot were to be found within an hour.',
      source: { kit_lot: lot.id },
      isDrill: true,
    });
    const signer = { lab, userId: labId, operatorId: operator.id, printedName: SIGNER };
    const drill = await lockDeviation(work.db, lab, id);
    await endDeviation(work, lab, signer, drill, {
      risk: 'none',
      conclusion: 'Every vial was found. The clinics’ addresses were complete.',
    });
  });
}
