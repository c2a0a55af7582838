import { takeVial } from '@vialkeep/contract/places.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { actOncePerScan } from '../lab-policy/index.ts';
import { takeVial as takeVialOut } from '../vials/index.ts';
import { lockStoredVial } from './lock-stored-vial.ts';
import { presentPosition } from './positions.ts';

export const takeVialHandler = handle(takeVial, (call) =>
  actOncePerScan(call, 'take_vial', async (work, { lab, operator }) => {
    const { scan_id, vial_code } = call.body;
    const vial = await lockStoredVial(work, lab, vial_code);
    const moved_from = await presentPosition(work.db, lab, vial);
    if (!moved_from) throw refuseBy(takeVial, 'not_placed', { fields: ['vial_code'] });
    const from = { box: moved_from.box.id, position: moved_from.position };
    await takeVialOut(
      work,
      { id: vial.patientId, domainId: vial.domainId },
      { codes: [vial.code], from, by: { operatorId: operator?.id ?? null, actionId: scan_id } },
    );
    await audit(work, {
      domainId: lab.domainId,
      action: 'bench.take_vial',
      subject: 'vial',
      subjectId: vial.id,
      facts: { lab: lab.id, code: vial.code, ...from },
    });
    return {
      answer: { vial_code: vial.code, moved_from },
      facts: { code: vial.code, patient: vial.patientId, from, to: null },
    };
  }),
);
