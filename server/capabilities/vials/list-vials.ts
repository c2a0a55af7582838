import { listVials } from '@vialkeep/contract/vials.ts';
import { handle } from '../../kernel/http/handle.ts';
import { visiblePatient } from '../custody/index.ts';
import { vialsOf } from './vials.queries.ts';

export const listVialsHandler = handle(listVials, async ({ actor, db, params }) => {
  const patient = await visiblePatient(db, actor, params.userId);
  return vialsOf(db, patient.id);
});
