import { sql } from 'kysely';
import { chainKinds } from '../all-jobs.ts';
import { verifyOrigins } from '../capabilities/audit/index.ts';
import { verifyTimeStamps } from '../capabilities/timestamps/index.ts';
import { verifyAccess } from '../kernel/access/verify-access.ts';
import { walkLedger } from './walk-ledger.ts';
import { withServices } from './with-services.ts';

/**
 * `npm run verify`: verifies the audit chain of every site with its origins, the chains of openings, then the ledger, then
 * every time stamp, and prints what is wrong.
 */
await withServices(async (services) => {
  const { store, domains } = services;
  let broken = 0;
  for (const domain of await domains.all()) {
    const { rows } = await sql<{ first: number | null; length: number }>`
      select audit_first_break(${domain.id}) as first,
        (select count(*) from audit_log where domain_id = ${domain.id}) as length
    `.execute(store.readSlowly('platform'));
    const [chain] = rows;
    const whole = chain?.first === null;
    console.log(`${domain.name}: ${whole ? `${chain?.length} entries hold` : `broken at entry ${chain?.first}`}`);
    if (!whole) broken += 1;
  }
  const origins = await verifyOrigins(store.readSlowly('platform'));
  for (const { about, fault } of origins) console.log(`${about}: ${fault}`);
  broken += origins.length;
  const access = await verifyAccess(store.readSlowly('platform'), services.files);
  for (const { about, fault } of access.faults) console.log(`${about}: ${fault}`);
  console.log(`Openings: ${access.rows} in ${access.batches} batches, ${access.archives} archived months`);
  broken += access.faults.length;
  broken += await walkLedger(services);
  const { stamps, faults } = await verifyTimeStamps(services, chainKinds);
  for (const { about, fault } of faults) console.log(`${about}: ${fault}`);
  console.log(`Time stamps: ${stamps}, ${faults.length === 0 ? 'all hold' : `${faults.length} faults`}`);
  broken += faults.length;
  return broken === 0 ? 0 : 1;
});
