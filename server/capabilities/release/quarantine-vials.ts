import { formatBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { quarantineVials } from '@vialkeep/contract/release.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Db, Work } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { lockDeviation, recordTouchedVials } from '../deviations/index.ts';
import { type Lab, requireBench } from '../lab-policy/index.ts';
import { settleOrders } from '../orders/index.ts';
import { type FreedOrder, holdManyVials } from '../vials/index.ts';
import { lockStoredVials } from './lock-vials.ts';

export const quarantineVialsHandler = handle(quarantineVials, async ({ access, write, body }) =>
  write(async (work) => {
    const { lab, operator } = await requireBench(work, access, body.lab_id);
    const vials = await lockStoredVials(work, lab, body.vial_codes, quarantineVials.refusals.vial_gone);
    const deviationId = body.deviation_id ?? null;
    if (deviationId !== null) {
      await requireHoldingDeviation(work, lab, deviationId);
      await recordTouchedVials(
        work,
        lab,
        deviationId,
        vials.map(({ id }) => id),
      );
    }
    // Without a deviation a vial keeps the reason for which it is in quarantine already.
    const chosen = vials.filter(({ hold_reason }) => deviationId !== null || hold_reason === null);
    const { held, freed } = await holdManyVials(work, {
      ids: chosen.map(({ id }) => id),
      reason: deviationId === null ? 'awaiting_release' : 'deviation',
      deviationId,
      by: { operatorId: operator?.id ?? null, actionId: null },
      facts: { note: body.note },
    });
    await settleOrders(work, freed);
    await audit(work, {
      domainId: lab.domainId,
      action: 'release.quarantine',
      subject: 'user',
      subjectId: lab.id,
      facts: { codes: vials.map(({ code }) => code), deviation: deviationId, quarantined: held },
    });
    return { vials: vials.length, quarantined: held, orders_freed: await listOrderCodes(work.db, freed) };
  }),
);

async function requireHoldingDeviation(work: Work, lab: Lab, id: number): Promise<void> {
  const deviation = await lockDeviation(work.db, lab, id);
  if (deviation.is_drill) throw refuseBy(quarantineVials, 'drill', { fields: ['deviation_id'] });
  if (deviation.state !== 'open') throw refuseBy(quarantineVials, 'deviation_closed', { fields: ['deviation_id'] });
}

async function listOrderCodes(db: Db, freed: readonly FreedOrder[]): Promise<string[]> {
  const ids = freed.map(({ orderId }) => orderId);
  const orders = await db
    .selectFrom('vial_orders')
    .select('code')
    .where(sql<boolean>`id = any(${ids}::integer[])`)
    .orderBy('id')
    .execute();
  return orders.map(({ code }) => formatBenchCode({ kind: 'order', code }));
}
