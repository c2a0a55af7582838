import { pickOrderVial } from '@vialkeep/contract/vial-orders.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { pickVial } from '../vials/index.ts';
import { refuseVial, requireOpenOrder, requireVialOfOrder } from './judge-vial.ts';
import { loadOrder, patientOfOrder } from './orders.queries.ts';
import { byScan, scanOrder } from './scan-order.ts';
import { settleOrder } from './settle-orders.ts';

/** An order that waits can be picked too: what it has may be shipped before the rest is there. */
export const pickOrderVialHandler = handle(pickOrderVial, (call) =>
  scanOrder(call, 'pick_vial', async (work, bench, order) => {
    const { scan_id, vial_code } = call.body;
    requireOpenOrder(order);
    const vial = await requireVialOfOrder(work.db, bench, order, vial_code);
    if (vial.isPicked) throw refuseVial(vial.isPacked ? 'Packed already' : 'Picked already');
    const change = { codes: [vial.code], orderId: order.id, from: vial.at, by: byScan(bench, scan_id) };
    await pickVial(work, patientOfOrder(order), change);
    await settleOrder(work, order.id);
    await audit(work, {
      domainId: order.domain_id,
      action: 'bench.pick_vial',
      subject: 'vial_order',
      subjectId: order.id,
      facts: { lab: order.lab_id, code: vial.code },
    });
    const facts = { code: vial.code, order: order.id, patient: order.patient_id };
    return { answer: await loadOrder(work.db, order.id), facts };
  }),
);
