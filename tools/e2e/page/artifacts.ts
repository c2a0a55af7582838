import { resolve } from 'node:path';

/** What a run leaves to be looked at. Not in version control. */
export const ARTIFACTS = resolve(import.meta.dirname, '../../../test-artifacts');
