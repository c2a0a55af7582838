import { verifyMoney } from '../capabilities/checkout/index.ts';
import { verifyCommissions } from '../capabilities/commissions/index.ts';
import { verifyCustody } from '../capabilities/custody/index.ts';
import { verifyDeviations, verifyRecalls } from '../capabilities/deviations/index.ts';
import { verifyDocuments } from '../capabilities/documents/index.ts';
import { verifyImports } from '../capabilities/imports/index.ts';
import { verifyKits } from '../capabilities/intake/index.ts';
import { verifyJournal } from '../capabilities/journal/index.ts';
import { verifySignatures } from '../capabilities/lab-policy/index.ts';
import { verifyUserBlocks } from '../capabilities/network/index.ts';
import { verifyOrders } from '../capabilities/orders/index.ts';
import { verifyAccountPatients, verifyProcessing } from '../capabilities/patients/index.ts';
import { verifyPayouts } from '../capabilities/payouts/index.ts';
import { verifyReconciliation } from '../capabilities/reconciliation/index.ts';
import { verifyRefunds } from '../capabilities/refunds/index.ts';
import { verifyStorage } from '../capabilities/storage-billing/index.ts';
import { verifySums } from '../capabilities/transactions/index.ts';
import { verifyBatchesOfEntries, verifyPlaces, verifyVials } from '../capabilities/vials/index.ts';
import { verifyEvents } from '../kernel/audit/verify-events.ts';
import type { Services } from '../kernel/services.ts';

/** Checks all ledgers, prints the problems and returns their number. */
export async function walkLedger(services: Services): Promise<number> {
  const faults = await listFaults(services);
  for (const fault of faults) console.log(fault);
  const total = faults.length;
  const db = services.store.readSlowly('platform');
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

/** The problems of every chain of custody and what is derived from it, every document, every purchase, and the totals. */
export async function listFaults({ store, files }: Pick<Services, 'store' | 'files'>): Promise<string[]> {
  const db = store.readSlowly('platform');
  const ofChains = [...(await verifyCustody(db)), ...(await verifyVials(db)), ...(await verifyProcessing(db))];
  const lost = await verifyDocuments(db, files);
  const others = [
    ...(await verifyPlaces(db)),
    ...(await verifyBatchesOfEntries(db)),
    ...(await verifyOrders(db)),
    ...(await verifySignatures(db)),
    ...(await verifyDeviations(db)),
    ...(await verifyKits(db)),
    ...(await verifyRecalls(db)),
    ...(await verifyMoney(db)),
    ...(await verifySums(db)),
    ...(await verifyImports(db)),
    ...(await verifyJournal(db)),
    ...(await verifyRefunds(db)),
    ...(await verifyReconciliation(db)),
    ...(await verifyStorage(db)),
    ...(await verifyCommissions(db)),
    ...(await verifyPayouts(db)),
    ...(await verifyUserBlocks(db)),
    ...(await verifyAccountPatients(db)),
    ...(await verifyEvents(db)),
  ];
  return [
    ...ofChains.map(
      ({ patientId, position, fault }) =>
        `Patient #${patientId}${position === null ? '' : `, event ${position}`}: ${fault}`,
    ),
    ...lost.map(({ document, fault }) => `Document #${document}: ${fault}`),
    ...others.map(({ about, fault }) => `${about}: ${fault}`),
  ];
}
