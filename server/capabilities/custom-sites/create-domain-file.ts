import { createDomainFile, customSiteMessages } from '@vialkeep/contract/custom-sites.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { FolderUnwritable } from '../../ports/site-folders.ts';
import { registrationOf } from './custom-sites.queries.ts';
import { markStep } from './mark-step.ts';

export const createDomainFileHandler = handle(createDomainFile, async ({ params, db, write, services }) => {
  const { host, folder_at } = await registrationOf(db, params.id);
  if (folder_at === null) throw refuseBy(createDomainFile, 'steps_missing');
  await services.siteFolders.writeServerBlock(params.id, host).catch((error: unknown) => {
    throw error instanceof FolderUnwritable ? refuseBy(createDomainFile, 'cannot_write') : error;
  });
  await write((work) => markStep(work, params.id, 'create_domain_file', { domain_file_at: new Date() }));
  return { success: true as const, message: customSiteMessages.created };
});
