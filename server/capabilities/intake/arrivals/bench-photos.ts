import { buffer } from 'node:stream/consumers';
import { readBenchPhoto, uploadBenchPhoto } from '@vialkeep/contract/arrivals.ts';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import { saveUpload } from '../../../kernel/files/save-upload.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import { readBench } from '../../lab-policy/index.ts';
import { PHOTO_FOLDER } from '../intake.uploads.ts';

export const uploadBenchPhotoHandler = handle(uploadBenchPhoto, async (call) => {
  const { lab } = await readBench(call.access, call.db, call.body.lab_id);
  const facts = { lab: lab.id };
  return { filename: await saveUpload(call, { folder: PHOTO_FOLDER, action: 'intake.upload_photo', facts }) };
});

/** Looks the name up among the photos of arrivals and discards; the file store gets no other name (S-18, T40). */
export const readBenchPhotoHandler = handle(readBenchPhoto, async ({ access, db, params, services, noteSubjects }) => {
  const name = `${PHOTO_FOLDER}/${params.file}`;
  const photo = orNotFound(await findPhoto(db, name));
  access.authorize({ domainId: photo.domain_id, ownerIds: [photo.lab_id] });
  noteSubjects(photo.patients, photo.id);
  const { stream } = orNotFound(await services.files.open(name));
  return { content: await buffer(stream), mediaType: photo.media_type, shownAs: params.file };
});

type PhotoRow = { id: number; lab_id: number; domain_id: number; media_type: string; patients: number[] };

/** A photo with the patients whose tissue it shows; those of a discard are found by the codes that were signed. */
async function findPhoto(db: Db, name: string): Promise<PhotoRow | null> {
  const { rows } = await sql<PhotoRow>`
    select arrivals.id, arrivals.lab_id, arrivals.domain_id, files.media_type, array[arrivals.patient_id] as patients
    from arrival_photos join arrivals on arrivals.id = arrival_photos.arrival_id
      join files on files.name = arrival_photos.file
    where arrival_photos.file = ${name}
    union all
    select discards.id, discards.lab_id, discards.domain_id, files.media_type, array(
      select distinct vials.patient_id from vials
      where vials.code in (select jsonb_array_elements_text(signatures.record -> 'codes')) order by vials.patient_id)
    from discard_photos join discards on discards.id = discard_photos.discard_id
      join signatures on signatures.id = discards.signature_id
      join files on files.name = discard_photos.file
    where discard_photos.file = ${name}`.execute(db);
  return rows[0] ?? null;
}
