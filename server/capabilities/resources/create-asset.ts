import { AssetId } from '@vialkeep/contract/kernel/ids.ts';
import { createAsset } from '@vialkeep/contract/resources.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { addItems, addSections, brokenItems } from './asset-parts.ts';
import { requireSite } from './require-site.ts';
import { presentAsset } from './resources.present.ts';
import { administeredAsset } from './resources.queries.ts';

export const createAssetHandler = handle(
  createAsset,
  async ({ actor, body, write, services }) => {
    const { membership_ids = [], domain_id = null, sections = [], assets = [], ...details } = body;
    const domainId = await requireSite(services, actor, domain_id);
    return write(async (work) => {
      const { id } = await work.db
        .insertInto('assets')
        .values({ ...details, plan_ids: membership_ids, domain_id: domainId })
        .returning('id')
        .executeTakeFirstOrThrow();
      await addSections(work, id, sections);
      await addItems(work, actor, id, assets);
      await audit(work, {
        domainId: domainId ?? actor.domainId,
        action: 'resources.create',
        subject: 'asset',
        subjectId: id,
        facts: { memberships: membership_ids.join(','), sections, items: assets.length },
      });
      return presentAsset(await administeredAsset(work.db, actor, AssetId.parse(id)));
    });
  },
  brokenItems,
);
