import { listCustody } from '@vialkeep/contract/custody.ts';
import { handle } from '../../kernel/http/handle.ts';
import { authorizePatient, custodyOf } from './custody.queries.ts';
import { presentCustodyTo } from './present-custody-to.ts';

export const listCustodyHandler = handle(listCustody, async ({ access, db, params }) => {
  const patient = await authorizePatient(access, db, params.id);
  return presentCustodyTo(access, db, patient, await custodyOf(db, patient.id));
});
