import { PlaceId } from '@vialkeep/contract/kernel/ids.ts';
import { placeVial } from '@vialkeep/contract/places.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { actOncePerScan } from '../lab-policy/index.ts';
import { type BenchVial, markFound, placeVial as moveVialTo } from '../vials/index.ts';
import { lockStoredVial } from './lock-stored-vial.ts';
import { labelIn, type PlaceRow, requirePlace } from './places.queries.ts';
import { choosePosition, presentPosition, requireBox } from './positions.ts';

/** A vial that is in the box already stays where it is, unless another position is named: a second scan moves nothing. */
export const placeVialHandler = handle(placeVial, (call) =>
  actOncePerScan(call, 'place_vial', async (work, { lab, operator }) => {
    const { scan_id, vial_code, box_code, position: requested } = call.body;
    await requireBox(work.db, lab, box_code);
    const vial = await lockStoredVial(work, lab, vial_code);
    // Read again after the lock: it may have been retired meanwhile.
    const box = await requireBox(work.db, lab, box_code);
    const isThere = isInPlace(vial, box, requested);
    const position = isThere ? (vial.position ?? 0) : await choosePosition(work.db, box, requested);
    const moved_from = isThere ? null : await presentPosition(work.db, lab, vial);
    const patient = { id: vial.patientId, domainId: vial.domainId };
    const by = { operatorId: operator?.id ?? null, actionId: scan_id };
    // One that has its position and counts as missing is found where it is.
    if (isThere) await markFound(work, patient, { codes: [vial.code], by });
    else await moveVialTo(work, patient, { codes: [vial.code], to: { box: box.id, position }, by });
    await audit(work, {
      domainId: lab.domainId,
      action: 'bench.place_vial',
      subject: 'vial',
      subjectId: vial.id,
      facts: { lab: lab.id, code: vial.code, box: box.id, position },
    });
    const { filled, capacity } = await requirePlace(work.db, box.id);
    return {
      answer: {
        vial_code: vial.code,
        box: { id: PlaceId.parse(box.id), code: box.code, name: box.name, filled, capacity },
        position,
        label: labelIn(box, position),
        moved_from,
      },
      facts: {
        code: vial.code,
        patient: vial.patientId,
        from: vial.boxId === null ? null : { box: vial.boxId, position: vial.position },
        to: { box: box.id, position },
      },
    };
  }),
);

function isInPlace(vial: BenchVial, box: PlaceRow, requested: number | undefined): boolean {
  return vial.boxId === box.id && (requested === undefined || vial.position === requested);
}
