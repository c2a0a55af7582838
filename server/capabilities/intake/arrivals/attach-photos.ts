import { recordArrival } from '@vialkeep/contract/arrivals.ts';
import { sql } from 'kysely';
import type { Work } from '../../../kernel/db/db.ts';
import { Refusal } from '../../../kernel/http/refuse.ts';
import type { Lab } from '../../lab-policy/index.ts';
import { PHOTO_FOLDER } from '../intake.uploads.ts';

type Attached = { readonly arrivalId: number; readonly uploaderId: number; readonly photos: readonly string[] };

/** Takes photos that the lab or the caller uploaded, and that no other record has yet. */
export async function attachPhotos(work: Work, lab: Lab, { arrivalId, uploaderId, photos }: Attached): Promise<void> {
  if (photos.length === 0) return;
  const refusal = new Refusal('photo_unknown', recordArrival.refusals.photo_unknown, { fields: ['photos'] });
  const free = await requireFreePhotos(work, lab, { uploaderId, photos, refusal });
  await work.db
    .insertInto('arrival_photos')
    .values(
      free.map(({ name: file }, at) => ({
        arrival_id: arrivalId,
        n: at + 1,
        domain_id: lab.domainId,
        lab_id: lab.id,
        file,
      })),
    )
    .execute();
}

type Chosen = { readonly uploaderId: number; readonly photos: readonly string[]; readonly refusal: Refusal };

/** The stored names of photos that the lab or the caller uploaded and that no record has, in the order given. */
export async function requireFreePhotos(
  work: Work,
  lab: Lab,
  { uploaderId, photos, refusal }: Chosen,
): Promise<{ name: string; sha256: string }[]> {
  if (photos.length === 0) return [];
  const names = photos.map((name) => `${PHOTO_FOLDER}/${name}`);
  const { rows } = await sql<{ name: string; sha256: string }>`
    select name, sha256 from files where name = any(${names}::text[])
      and owner_id = any(${[lab.id, uploaderId]}::integer[])
      and not exists (select from arrival_photos where arrival_photos.file = files.name)
      and not exists (select from discard_photos where discard_photos.file = files.name)`.execute(work.db);
  const free = new Map(rows.map((row) => [row.name, row]));
  return names.map((name) => {
    const photo = free.get(name);
    if (!photo) throw refusal;
    return photo;
  });
}
