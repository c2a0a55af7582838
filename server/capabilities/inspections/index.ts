export { addInspection } from './create-inspection.ts';
export { deleteOldInspectionSessions } from './inspection-sessions.ts';
