import type { CustodyEvent } from '@vialkeep/contract/custody.ts';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import type { Access } from '../../kernel/policy/access.ts';
import { isPatientIdentityHidden } from '../network/index.ts';
import { presentCustody } from './custody.present.ts';
import { type AuthorizedPatient, type CustodyRow, namesOf } from './custody.queries.ts';

/**
 * Events of a patient's chain without the names and facts that the caller may not read. Of steps at the bench, all but the
 * lab and administrators read what happened to which vials and when, and sales read no names. `withoutNames` hides from
 * sales the names of the other steps too.
 */
export async function presentCustodyTo(
  access: Access,
  db: Db,
  patient: AuthorizedPatient,
  rows: readonly CustodyRow[],
  { withoutNames = false } = {},
): Promise<z.input<typeof CustodyEvent>[]> {
  const { actor } = access;
  const isHidden = isPatientIdentityHidden(actor);
  const ids = [...new Set(rows.flatMap((row) => [row.actor_id, row.user_id]))];
  const people = isHidden && withoutNames ? [] : await namesOf(db, actor, ids);
  const readsBench = access.can('custody.read_bench', patient.facts);
  return presentCustody(rows, {
    people: people.filter(({ id }) => id !== patient.id || !isHidden),
    hidden: [
      ...(isHidden ? PERSONAL : []),
      ...(access.can('custody.read_notes', patient.facts) ? [] : ['note']),
      ...(readsBench ? [] : BENCH),
    ],
    ...(readsBench ? {} : { shownOfBench: ['codes'] }),
    isBenchNameless: isHidden,
  });
}

/** Facts of the lab's own work in any event: positions, operators, batches and their results. */
const BENCH = ['operator', 'box', 'position', 'from_box', 'from_position', 'batch', 'qc', 'lot', 'action'];

/** Facts that are hidden from sales plans, at any depth (S-20). */
const PERSONAL = [
  'first_name',
  'last_name',
  'username',
  'email',
  'phone_number',
  'address1',
  'address2',
  'city',
  'state_desc',
  'country_desc',
  'zip_code',
];
