export { verifyJournal } from './verify-journal.ts';
