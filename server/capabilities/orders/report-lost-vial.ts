import { reportLostVial } from '@vialkeep/contract/vial-orders.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { holdVials, takeVial } from '../vials/index.ts';
import { refuseVial, requireOpenOrder, requireVialOfOrder } from './judge-vial.ts';
import { loadOrder, patientOfOrder } from './orders.queries.ts';
import { byScan, scanOrder } from './scan-order.ts';
import { settleOrders } from './settle-orders.ts';

/** A lost vial leaves its position and is held as missing. The order gets the next one, or waits. */
export const reportLostVialHandler = handle(reportLostVial, (call) =>
  scanOrder(call, 'lose_vial', async (work, bench, order) => {
    const { scan_id, vial_code } = call.body;
    requireOpenOrder(order);
    const vial = await requireVialOfOrder(work.db, bench, order, vial_code);
    if (vial.isPicked) throw refuseVial(vial.isPacked ? 'Packed already' : 'Picked already');
    const [patient, by] = [patientOfOrder(order), byScan(bench, scan_id)];
    if (vial.at) await takeVial(work, patient, { codes: [vial.code], from: vial.at, by });
    const { freed } = await holdVials(work, patient, { codes: [vial.code], reason: 'missing', by });
    await settleOrders(work, freed);
    await audit(work, {
      domainId: order.domain_id,
      action: 'bench.lose_vial',
      subject: 'vial_order',
      subjectId: order.id,
      facts: { lab: order.lab_id, code: vial.code },
    });
    const facts = { code: vial.code, order: order.id, patient: order.patient_id };
    return { answer: await loadOrder(work.db, order.id), facts };
  }),
);
