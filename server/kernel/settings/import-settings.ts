import { setting } from './setting.ts';
import { whole } from './setting-shapes.ts';

/** Imports of running networks. */
export const importSettings = {
  importMaxMegabytes: setting('IMPORT_MAX_MB', '1024', 'Megabytes of one file of an import.', whole(1, 4_000)),
  importUndoDays: setting('IMPORT_UNDO_DAYS', '30', 'Days in which an import can be undone.', whole(1, 365)),
};
