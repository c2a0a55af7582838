import type { NamedVial } from '@vialkeep/contract/named-vial.ts';
import { placeVial } from '@vialkeep/contract/places.ts';
import type { VialState } from '@vialkeep/contract/vials.ts';
import type { Work } from '../../kernel/db/db.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import { lockCustody } from '../custody/index.ts';
import type { Lab } from '../lab-policy/index.ts';
import { type BenchVial, codeOfNamedVial, findVialOfLab, isVialOfLab } from '../vials/index.ts';
import { lockPlaces } from './places.queries.ts';

const whyGone: Readonly<Record<VialState, string>> = {
  stored: 'This vial is picked for an order.',
  shipped: 'This vial was shipped.',
  discarded: 'This vial was discarded.',
  withdrawn: 'This vial was withdrawn.',
};

/**
 * A vial of this lab that is in store, with its chain and the places around it locked. It is read again after the locks:
 * another tablet may have moved it meanwhile.
 */
export async function lockStoredVial(work: Work, lab: Lab, named: NamedVial): Promise<BenchVial> {
  const code = await codeOfNamedVial(work.db, named, { within: isVialOfLab(lab.id), field: 'vial_code' });
  const seen = orNotFound(await findVialOfLab(work.db, lab.id, code));
  await lockCustody(work, { id: seen.patientId, domainId: seen.domainId });
  const placed = orNotFound(await findVialOfLab(work.db, lab.id, code));
  await lockPlaces(work, [lab.id, placed.boxLabId]);
  const vial = orNotFound(await findVialOfLab(work.db, lab.id, code));
  if (vial.state !== 'stored' || vial.isPicked) {
    throw refuseBy(placeVial, 'vial_gone', { message: whyGone[vial.state], fields: ['vial_code'] });
  }
  return vial;
}
