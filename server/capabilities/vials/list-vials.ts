import { listVials } from '@vialkeep/contract/vials.ts';
import { handle } from '../../kernel/http/handle.ts';
import { authorizePatient } from '../custody/index.ts';
import { vialsOf } from './vials.queries.ts';

export const listVialsHandler = handle(listVials, async ({ access, db, params }) => {
  const patient = await authorizePatient(access, db, params.userId);
  return vialsOf(db, patient.id);
});
