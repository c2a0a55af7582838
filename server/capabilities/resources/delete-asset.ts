import { deleteAsset } from '@vialkeep/contract/resources.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { lockedAsset } from './resources.queries.ts';

/** Its links, file rows and sections are deleted with it; the stored file is then unreachable. */
export const deleteAssetHandler = handle(deleteAsset, ({ actor, params, write }) =>
  write(async (work) => {
    const asset = await lockedAsset(work, actor, params.id);
    await work.db.deleteFrom('assets').where('id', '=', asset.id).execute();
    await audit(work, {
      domainId: asset.domain_id ?? actor.domainId,
      action: 'resources.delete',
      subject: 'asset',
      subjectId: asset.id,
    });
    return { success: true, message: 'The asset has been removed.' };
  }),
);
