export { addInspection } from './create-inspection.ts';
export { deleteOldEntries } from './inspection-entries.ts';
