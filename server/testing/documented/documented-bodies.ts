import type { DocumentedBody } from './documented-body.ts';
import { documentedPeople } from './documented-people.ts';
import { documentedThings } from './documented-things.ts';

/**
 * The bodies of the documented calls, each complete and with its optional fields empty. A field that a form requires is in
 * `complete` alone. A call with two bodies has two lines.
 */
export const documentedBodies: readonly DocumentedBody[] = [...documentedPeople, ...documentedThings];
