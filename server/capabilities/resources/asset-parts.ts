import { createAsset, FILE, type NewItem } from '@vialkeep/contract/resources.ts';
import { anyOf } from '../../kernel/db/any-of.ts';
import type { Work } from '../../kernel/db/db.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { assetUploads } from './resources.uploads.ts';

/** The refusal where two requests use the same file at once. */
export const brokenItems = {
  files_of_one_asset: { reason: 'file_not_uploaded', field: 'assets' },
} as const;

export async function addSections({ db }: Work, assetId: number, urls: readonly string[]): Promise<void> {
  if (urls.length === 0) return;
  await db
    .insertInto('asset_sections')
    .values(urls.map((url) => ({ asset_id: assetId, url })))
    .onConflict((once) => once.constraint('sections_once').doNothing())
    .execute();
}

/** Sets exactly these sections; those that stay keep their ids. */
export async function setSections(work: Work, assetId: number, urls: readonly string[]): Promise<void> {
  await work.db
    .deleteFrom('asset_sections')
    .where('asset_id', '=', assetId)
    .$if(urls.length > 0, (query) => query.where('url', 'not in', [...urls]))
    .execute();
  await addSections(work, assetId, urls);
}

/** A file can be used once, by the account that uploaded it. */
export async function addItems(work: Work, actor: Actor, assetId: number, items: readonly NewItem[]): Promise<void> {
  for (const [at, { type, path, name }] of items.entries()) {
    if (type === FILE && !(await isFree(work, actor, path))) {
      throw refuseBy(createAsset, 'file_not_uploaded', { fields: { [`assets.${at}.path`]: 'Upload the file first.' } });
    }
    await work.db.insertInto('asset_items').values({ asset_id: assetId, type, path, name }).execute();
  }
}

/** Ignores ids that do not exist or belong to another asset: a concurrent request may have removed them already. */
export async function removeItems({ db }: Work, assetId: number, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { numDeletedRows } = await db
    .deleteFrom('asset_items')
    .where('asset_id', '=', assetId)
    .where('id', '=', anyOf(ids))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function isFree({ db }: Work, actor: Actor, path: string): Promise<boolean> {
  const file = await db
    .selectFrom('files')
    .select('files.name')
    .where('files.name', '=', `${assetUploads.folder}/${path}`)
    .where('files.owner_id', '=', actor.userId)
    .where((eb) => eb.not(assetUploads.isUsed(eb)))
    .executeTakeFirst();
  return file !== undefined;
}
