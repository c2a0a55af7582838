import { updateAsset } from '@vialkeep/contract/resources.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { changesBetween } from '../../kernel/audit/audit-changes.ts';
import { handle } from '../../kernel/http/handle.ts';
import { addItems, brokenItems, removeItems, setSections } from './asset-parts.ts';
import { requireSite } from './require-site.ts';
import { presentAsset } from './resources.present.ts';
import { administeredAsset, lockedAsset } from './resources.queries.ts';

export const updateAssetHandler = handle(
  updateAsset,
  async ({ actor, params, body, write, services }) => {
    const { membership_ids, domain_id, sections, assets = [], assets_remove = [], ...details } = body;
    const changes = {
      ...details,
      ...(membership_ids === undefined ? {} : { plan_ids: membership_ids }),
      ...(domain_id === undefined ? {} : { domain_id: await requireSite(services, actor, domain_id) }),
    };
    return write(async (work) => {
      const asset = await lockedAsset(work, actor, params.id);
      if (Object.keys(changes).length > 0) {
        await work.db.updateTable('assets').set(changes).where('id', '=', asset.id).execute();
      }
      if (sections !== undefined) await setSections(work, asset.id, sections);
      const removed = await removeItems(work, asset.id, assets_remove);
      await addItems(work, actor, asset.id, assets);
      await audit(work, {
        domainId: asset.domain_id ?? actor.domainId,
        action: 'resources.update',
        subject: 'asset',
        subjectId: asset.id,
        facts: { fields: Object.keys(changes), sections: sections ?? null, added: assets.length, removed },
        changes: changesBetween(asset, changes),
      });
      return presentAsset(await administeredAsset(work.db, actor, params.id));
    });
  },
  brokenItems,
);
