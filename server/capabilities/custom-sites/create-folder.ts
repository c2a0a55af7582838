import { createFolder, customSiteMessages } from '@vialkeep/contract/custom-sites.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { FolderUnwritable } from '../../ports/site-folders.ts';
import { registrationOf } from './custom-sites.queries.ts';
import { markStep } from './mark-step.ts';

export const createFolderHandler = handle(createFolder, async ({ params, db, write, services }) => {
  await registrationOf(db, params.id);
  await services.siteFolders.create(params.id).catch((error: unknown) => {
    throw error instanceof FolderUnwritable ? refuseBy(createFolder, 'cannot_write') : error;
  });
  await write((work) => markStep(work, params.id, 'create_folder', { folder_at: new Date() }));
  return { success: true as const, message: customSiteMessages.created };
});
