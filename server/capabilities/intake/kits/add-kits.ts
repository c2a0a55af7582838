import { addKits } from '@vialkeep/contract/kits.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Work } from '../../../kernel/db/db.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { type Lab, requireBench } from '../../lab-policy/index.ts';
import { newCode, type Randomness } from '../new-code.ts';
import { listKitsById, presentKit } from './kits.queries.ts';
import { requireLot } from './lots.queries.ts';

export const addKitsHandler = handle(
  addKits,
  async ({ access, write, body }) =>
    write(async (work) => {
      const { lab } = await requireBench(work, access, body.lab_id);
      const lot = await requireLot(work.db, lab, body.lot_id);
      if (lot.kind !== 'kit') throw refuseBy(addKits, 'not_kits', { fields: ['lot_id'] });
      const ids = await createKits(work, lab, lot.id, body);
      return { kits: (await listKitsById(work.db, lab.id, ids)).map(presentKit) };
    }),
  { kit_serials_once: { reason: 'serial_known', field: 'serials' } },
);

/** Inserts kits with new codes and returns their ids. A code that exists already, which is rare, is drawn again. */
export async function createKits(
  work: Work,
  lab: Lab,
  lotId: number,
  { quantity, serials }: { readonly quantity: number; readonly serials?: readonly string[] | undefined },
  random?: Randomness,
): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < quantity) {
    const rest = Array.from({ length: quantity - ids.length }, (_, index) => ({
      domain_id: lab.domainId,
      lab_id: lab.id,
      lot_id: lotId,
      code: newCode(random),
      serial: serials?.[ids.length + index] ?? null,
    }));
    const made = await work.db
      .insertInto('kits')
      .values(rest)
      .onConflict((conflict) => conflict.constraint('kit_codes_name_one_kit').doNothing())
      .returning('id')
      .execute();
    ids.push(...made.map(({ id }) => id));
  }
  await audit(work, {
    domainId: lab.domainId,
    action: 'intake.add_kits',
    subject: 'lot',
    subjectId: lotId,
    facts: { lab: lab.id, quantity },
  });
  return ids;
}
