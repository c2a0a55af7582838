import type { DocumentedBody } from './documented-body.ts';
import { documentedPeople } from './documented-people.ts';
import { documentedThings } from './documented-things.ts';

/**
 * The bodies of the documented calls, each complete and with its optional fields empty. Fields that a form requires are
 * in `complete` only. A call with two bodies has two entries.
 */
export const documentedBodies: readonly DocumentedBody[] = [...documentedPeople, ...documentedThings];
