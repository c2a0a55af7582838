import { verifyAccountPatients } from '../../../server/capabilities/patients/index.ts';
import { openStore } from '../../../server/kernel/db/db.ts';
import { openDataKey } from '../../../server/kernel/secrets/data-key.ts';
import { type OwnServer, openOwnServer } from '../own-server.ts';
import { fillLab, type LabSize } from './lab-patients.ts';

/** Starts the product on a database of its own with these labs. */
export async function openLabs(labs: readonly LabSize[]): Promise<OwnServer> {
  return openOwnServer('lab', async (owner) => {
    for (const lab of labs) await fillLab(owner, lab);
    await owner.query('vacuum analyze');
  });
}

/** Prints what `npm run verify` says about the lists and counts of accounts; returns whether they are right. */
export async function verifyLists({ product }: OwnServer): Promise<boolean> {
  const dataKey = await openDataKey({ dataDir: '', dataKey: '0'.repeat(64) });
  const url = product.settings.DATABASE_RUNTIME_URL ?? '';
  const store = openStore({ url, size: 1, pipelined: 1, onError: () => {}, dataKey });
  try {
    const faults = await verifyAccountPatients(store.readSlowly('platform'));
    for (const { about, fault } of faults.slice(0, 20)) console.log(`${about}: ${fault}`);
    console.log(`The lists and counts of all accounts have ${faults.length} faults.`);
    return faults.length === 0;
  } finally {
    await store.close();
  }
}
