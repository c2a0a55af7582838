import { addInspection } from '../capabilities/inspections/index.ts';
import type { Services } from '../kernel/services.ts';
import { actorlessContext } from '../kernel/session/actor.ts';

/** Opens an inspection of the main site; its link is in the outbox. */
export async function addDemoInspection({ store, domains }: Services): Promise<void> {
  const main = await domains.main();
  await store.write('platform', actorlessContext('demo-network'), async (work) => {
    const admin = await work.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'admin@vialkeep.test')
      .executeTakeFirstOrThrow();
    await addInspection(work, main, {
      agency: 'State Tissue Authority',
      name: 'Ina Specht',
      email: 'inspector@agency.test',
      reason: 'Yearly inspection of stored samples',
      days: 14,
      with_names: true,
      patientIds: null,
      madeBy: admin.id,
    });
  });
}
