import { verifyMoney } from '../capabilities/checkout/index.ts';
import { verifyCommissions } from '../capabilities/commissions/index.ts';
import { verifyCustody } from '../capabilities/custody/index.ts';
import { verifyDocuments } from '../capabilities/documents/index.ts';
import { verifyJournal } from '../capabilities/journal/index.ts';
import { verifySignatures } from '../capabilities/lab-policy/index.ts';
import { verifyUserBlocks } from '../capabilities/network/index.ts';
import { verifyAccountPatients, verifyProcessing } from '../capabilities/patients/index.ts';
import { verifyPayouts } from '../capabilities/payouts/index.ts';
import { verifyReconciliation } from '../capabilities/reconciliation/index.ts';
import { verifyRefunds } from '../capabilities/refunds/index.ts';
import { verifyStorage } from '../capabilities/storage-billing/index.ts';
import { verifySums } from '../capabilities/transactions/index.ts';
import { verifyPlaces, verifyVials } from '../capabilities/vials/index.ts';
import type { Services } from '../kernel/services.ts';

/**
 * Checks every chain of custody with what is derived from it, every document, every purchase, and the stored totals.
 * Prints the problems and returns their number.
 */
export async function walkLedger({ store, files }: Services): Promise<number> {
  const db = store.readSlowly('platform');
  const faults = [...(await verifyCustody(db)), ...(await verifyVials(db)), ...(await verifyProcessing(db))];
  for (const { patientId, position, fault } of faults) {
    console.log(`Patient #${patientId}${position === null ? '' : `, event ${position}`}: ${fault}`);
  }
  const lost = await verifyDocuments(db, files);
  for (const { document, fault } of lost) console.log(`Document #${document}: ${fault}`);
  const owed = [
    ...(await verifyPlaces(db)),
    ...(await verifySignatures(db)),
    ...(await verifyMoney(db)),
    ...(await verifySums(db)),
    ...(await verifyJournal(db)),
    ...(await verifyRefunds(db)),
    ...(await verifyReconciliation(db)),
    ...(await verifyStorage(db)),
    ...(await verifyCommissions(db)),
    ...(await verifyPayouts(db)),
    ...(await verifyUserBlocks(db)),
    ...(await verifyAccountPatients(db)),
  ];
  for (const { about, fault } of owed) console.log(`${about}: ${fault}`);
  const total = faults.length + lost.length + owed.length;
  const { chains, events } = await db
    .selectFrom('custody_chains')
    .select((eb) => [
      eb.fn.countAll<number>().as('chains'),
      eb
        .selectFrom('custody_events')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .as('events'),
    ])
    .executeTakeFirstOrThrow();
  console.log(
    `Chains of custody: ${chains} with ${events ?? 0} events, ${total === 0 ? 'all hold' : `${total} faults`}`,
  );
  return total;
}
