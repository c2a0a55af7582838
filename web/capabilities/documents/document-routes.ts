import { listCustody } from '@vialkeep/contract/custody.ts';
import { listCenterDocuments, listDocuments, listPatientDocuments } from '@vialkeep/contract/documents.ts';
import { listUsers } from '@vialkeep/contract/users.ts';

/** Every call whose answer depends on a patient's documents; a change makes them stale. */
export const documentRoutes = [listPatientDocuments, listCenterDocuments, listDocuments, listUsers, listCustody];
