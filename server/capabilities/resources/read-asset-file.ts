import { buffer } from 'node:stream/consumers';
import type { FileType } from '@vialkeep/contract/kernel/route.ts';
import { FILE, readAssetFile } from '@vialkeep/contract/resources.ts';
import { extensionOf, mediaTypeOf, typeOfStored } from '../../kernel/files/file-type.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';

/** The types that a browser displays inline; all others are downloads (T43). */
const shown: readonly FileType[] = ['pdf', 'png', 'jpeg', 'webp'];

/** Readable by the asset's plans on its site and by administrators; 404 for all others (S-18). */
export const readAssetFileHandler = handle(readAssetFile, async (call) => {
  const item = orNotFound(await itemOf(call));
  const { stream, bytes } = orNotFound(await call.services.files.open(item.file));
  const type = typeOfStored(item.file);
  const mediaType = mediaTypeOf(type);
  const fileName = `${item.name}.${extensionOf(type)}`;
  if (shown.includes(type)) return { content: await buffer(stream), mediaType, shownAs: fileName };
  return { stream, bytes, mediaType, fileName };
});

/** Looks the name up among the stored items; the file store gets no other name (T40). */
async function itemOf({ access, db, params }: Call<typeof readAssetFile>) {
  const item = await db
    .selectFrom('asset_items')
    .innerJoin('assets', 'assets.id', 'asset_items.asset_id')
    .select(['asset_items.name', 'asset_items.file', 'assets.domain_id', 'assets.plan_ids'])
    .where('asset_items.type', '=', FILE)
    .where('asset_items.path', '=', params.path)
    .executeTakeFirst();
  if (!item?.file) return null;
  access.authorize({ domainId: item.domain_id, plans: item.plan_ids });
  return { name: item.name, file: item.file };
}
