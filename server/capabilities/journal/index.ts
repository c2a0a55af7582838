export { type NewEntry, type NewLine, postEntry } from './post-entry.ts';
export { verifyJournal } from './verify-journal.ts';
