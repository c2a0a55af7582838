import { createPlaceOf, type NewPlace } from '../../capabilities/storage/index.ts';
import { placeVial } from '../../capabilities/vials/index.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Services } from '../../kernel/services.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { createSeededBytes } from '../vials.ts';

const RACKS = 3;
const BOXES_IN_A_RACK = 4;
const SIDE = 9;

/** The bench of the second lab: a freezer with 3 racks of 4 boxes, and the vials of one patient in the first box. */
export async function addPlaces({ store }: Services): Promise<void> {
  await store.write('platform', actorlessContext('demo-network'), async (work) => {
    const { id, domain_id } = await requireUser(work, 'lab2@vialkeep.test');
    const lab = { id, domainId: domain_id };
    const random = createSeededBytes(20_261_118);
    const add = (place: NewPlace) => createPlaceOf(work, lab, { ...place, random });
    const facility = await add({ kind: 'facility', name: 'Main building' });
    const freezer = await add({ kind: 'freezer', name: 'LN2-1', parentId: facility.id });
    const boxes: number[] = [];
    for (let rack = 1; rack <= RACKS; rack += 1) {
      const { id: parentId } = await add({ kind: 'rack', name: `Rack ${rack}`, parentId: freezer.id });
      for (let number = 1; number <= BOXES_IN_A_RACK; number += 1) {
        const name = `Box ${(rack - 1) * BOXES_IN_A_RACK + number}`;
        boxes.push((await add({ kind: 'box', name, parentId, rows: SIDE, columns: SIDE })).id);
      }
    }
    await fillBox(work, id, boxes[0] ?? 0);
    await audit(work, { domainId: domain_id, action: 'demo.load', subject: 'domain', subjectId: domain_id });
  });
}

async function fillBox(work: Work, labId: number, box: number): Promise<void> {
  const patient = await requireUser(work, 'patient2@vialkeep.test');
  const vials = await work.db
    .selectFrom('vials')
    .select('code')
    .where('patient_id', '=', patient.id)
    .where('state', '=', 'stored')
    .orderBy('id')
    .execute();
  const inTheirName: Work = { ...work, cause: { ...work.cause, actorId: labId, userId: labId } };
  for (const [at, { code }] of vials.entries()) {
    const to = { box, position: at + 1 };
    await placeVial(inTheirName, { id: patient.id, domainId: patient.domain_id }, { codes: [code], to });
  }
}

function requireUser(work: Work, email: string) {
  return work.db.selectFrom('users').select(['id', 'domain_id']).where('email', '=', email).executeTakeFirstOrThrow();
}
