import { packOrderVial } from '@vialkeep/contract/vial-orders.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { packVial } from '../vials/index.ts';
import { refuseVial, requireOpenOrder, requireVialOfOrder } from './judge-vial.ts';
import { loadOrder, patientOfOrder } from './orders.queries.ts';
import { byScan, scanOrder } from './scan-order.ts';
import { settleOrder } from './settle-orders.ts';

export const packOrderVialHandler = handle(packOrderVial, (call) =>
  scanOrder(call, 'pack_vial', async (work, bench, order) => {
    const { scan_id, vial_code } = call.body;
    requireOpenOrder(order);
    const vial = await requireVialOfOrder(work.db, bench, order, vial_code);
    if (!vial.isPicked) throw refuseBy(packOrderVial, 'not_picked', { fields: ['vial_code'] });
    if (vial.isPacked) throw refuseVial('Packed already');
    await packVial(work, patientOfOrder(order), { codes: [vial.code], orderId: order.id, by: byScan(bench, scan_id) });
    await settleOrder(work, order.id);
    await audit(work, {
      domainId: order.domain_id,
      action: 'bench.pack_vial',
      subject: 'vial_order',
      subjectId: order.id,
      facts: { lab: order.lab_id, code: vial.code },
    });
    const facts = { code: vial.code, order: order.id, patient: order.patient_id };
    return { answer: await loadOrder(work.db, order.id), facts };
  }),
);
