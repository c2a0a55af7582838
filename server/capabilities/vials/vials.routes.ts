import { addVialEntryHandler } from './add-vial-entry.ts';
import { deleteVialEntryHandler } from './delete-vial-entry.ts';
import { editVialEntryHandler } from './edit-vial-entry.ts';
import { listVialsHandler } from './list-vials.ts';
import { readVialsHandler } from './read-vials.ts';

export const vialsHandlers = [
  readVialsHandler,
  listVialsHandler,
  addVialEntryHandler,
  editVialEntryHandler,
  deleteVialEntryHandler,
];
