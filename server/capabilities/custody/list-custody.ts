import { listCustody } from '@vialkeep/contract/custody.ts';
import { handle } from '../../kernel/http/handle.ts';
import { isPatientIdentityHidden } from '../network/index.ts';
import { presentCustody } from './custody.present.ts';
import { authorizePatient, custodyOf, namesOf } from './custody.queries.ts';

export const listCustodyHandler = handle(listCustody, async ({ access, actor, db, params }) => {
  const patient = await authorizePatient(access, db, params.id);
  const rows = await custodyOf(db, patient.id);
  const people = await namesOf(db, actor, [...new Set(rows.flatMap((row) => [row.actor_id, row.user_id]))]);
  return presentCustody(rows, {
    people: people.filter(({ id }) => id !== patient.id || !isPatientIdentityHidden(actor)),
    hidden: [
      ...(isPatientIdentityHidden(actor) ? PERSONAL : []),
      ...(access.can('custody.read_notes', patient.facts) ? [] : ['note']),
      ...(access.can('custody.read_bench', patient.facts) ? [] : BENCH),
    ],
  });
});

/** Facts of the lab's own work: positions, operators and batches. */
const BENCH = ['operator', 'box', 'position', 'from_box', 'from_position', 'batch', 'lot', 'action'];

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
