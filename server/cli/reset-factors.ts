import { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import { resetFactorsOf } from '../capabilities/identity/index.ts';
import type { Services } from '../kernel/services.ts';
import { actorlessContext } from '../kernel/session/actor.ts';
import { withServices } from './with-services.ts';

const [email = ''] = process.argv.slice(2);

/** Undoes the unit of work that found nothing to remove. */
class NoFactor extends Error {}

/**
 * `npm run reset-factors -- mail@example.org`: removes the second factors of a super admin who lost them all. Other
 * people's are reset in the portal, where the reset has the name of an administrator.
 */
await withServices(async ({ store, domains }) => {
  if (email === '') {
    console.error('Say who: npm run reset-factors -- E-MAIL');
    return 1;
  }
  const account = await findSuperAdmin(store, email);
  if (!account) {
    console.error('No active super admin has this e-mail. An administrator resets the factors of other people.');
    return 1;
  }
  const home = await domains.ofId(account.domain_id);
  const removed = await store
    .write('platform', actorlessContext('reset-factors'), async (work) => {
      const count = await resetFactorsOf(work, account, home, 'the operator, by command');
      if (count === 0) throw new NoFactor();
      return count;
    })
    .catch((error: unknown) => {
      if (error instanceof NoFactor) return 0;
      throw error;
    });
  if (removed === 0) {
    console.error('This account has no second factor.');
    return 1;
  }
  console.log(`The second factors of ${email} have been removed (${removed}). Signing waits until a mailed code.`);
  return 0;
});

async function findSuperAdmin(store: Services['store'], address: string) {
  return store
    .read('platform')
    .selectFrom('users')
    .select(['id', 'email', 'domain_id'])
    .where(sql<boolean>`lower(email) = lower(${address})`)
    .where('plan_id', '=', Plan.superAdmin)
    .where('is_active', '=', true)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}
