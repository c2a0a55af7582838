import { listCustody } from '@vialkeep/contract/custody.ts';
import { listCenterDocuments, listDocuments, listPatientDocuments } from '@vialkeep/contract/documents.ts';
import { listUsers } from '@vialkeep/contract/users.ts';

/** Every call that tells something of a patient's documents: what it answered is stale once one has changed. */
export const documentRoutes = [listPatientDocuments, listCenterDocuments, listDocuments, listUsers, listCustody];
