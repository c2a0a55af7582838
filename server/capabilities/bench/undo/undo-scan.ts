import { undoScan } from '@vialkeep/contract/bench.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Work } from '../../../kernel/db/db.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { lockCustody } from '../../custody/index.ts';
import { takeKitsBack, takeLotBack } from '../../intake/index.ts';
import { actOncePerScan, type Bench } from '../../lab-policy/index.ts';
import { settleOrder } from '../../orders/index.ts';
import { undoVialStep } from '../../vials/index.ts';
import { findUndoable, type UndoableStep } from './find-undoable.ts';

export const undoScanHandler = handle(
  undoScan,
  async (call) => {
    const { actor, body } = call;
    return actOncePerScan(call, 'undo', async (work, bench) => {
      const tooLate = () => refuseBy(undoScan, 'too_late', { fields: ['undoes'] });
      const wanted = await findUndoable(work.db, bench, actor, body.undoes);
      if (!wanted) throw tooLate();
      if (wanted.of !== 'kits') await lockCustody(work, wanted.patient);
      // Under the lock of the chain nothing can come between the look and the change.
      const current = await findUndoable(work.db, bench, actor, body.undoes);
      const codes = current ? await takeBack(work, bench, current, body.scan_id) : [];
      if (!current || codes.length === 0) throw tooLate();
      const { kind } = current;
      await audit(work, {
        domainId: bench.lab.domainId,
        action: 'bench.undo',
        ...subjectOf(current),
        facts: { lab: bench.lab.id, undoes: body.undoes, codes },
      });
      const answer = { undone: body.undoes, kind, codes };
      return { answer, facts: { ...(codes[0] ? { code: codes[0] } : {}), undone_kind: kind }, undoes: body.undoes };
    });
  },
  {
    // Where the vial came from another one is now, or the box was retired.
    one_vial_in_a_position: { reason: 'too_late', field: 'undoes' },
    places_hold_what_fits: { reason: 'too_late', field: 'undoes' },
    retired_places_are_empty: { reason: 'too_late', field: 'undoes' },
    actions_are_undone_once: { reason: 'too_late', field: 'undoes' },
  },
);

/** Returns the codes that are again as they were before; none where something has happened meanwhile. */
async function takeBack(work: Work, bench: Bench, done: UndoableStep, scanId: string): Promise<string[]> {
  if (done.of === 'kits') return (await takeKitsBack(work.db, bench.lab.id, done.sent)) ?? [];
  if (done.of === 'lot') {
    await takeLotBack(work, bench, done.lot);
    return [done.lot.lot];
  }
  const by = { operatorId: bench.operator?.id ?? null, actionId: scanId };
  const codes = await undoVialStep(work, done.patient, { codes: [done.code], step: done.step, by });
  // A pick or a pack belongs to an order, whose state follows from its vials.
  if (done.orderId !== null) await settleOrder(work, done.orderId);
  return codes;
}

function subjectOf(done: UndoableStep) {
  if (done.of === 'kits') return { subject: 'user', subjectId: done.sent.center } as const;
  if (done.of === 'lot') return { subject: 'batch', subjectId: done.lot.batch.id } as const;
  return { subject: 'vial', subjectId: done.code } as const;
}
