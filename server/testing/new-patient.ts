import type { World } from './world.ts';

/** A patient of the main site without any events, processed by lab@. */
export async function newPatient(world: World): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `with patient as (
       insert into users (domain_id, plan_id, email, first_name, last_name)
       values (1, 2, gen_random_uuid() || '@patients.test', 'New', 'Patient') returning id
     )
     insert into relations (domain_id, subject_id, kind, object_id)
     select 1, patient.id, 'lab', lab.id from patient, users lab where lab.email = 'lab@vialkeep.test'
     returning subject_id as id`,
  );
  if (!row) throw new Error('The patient was not made.');
  return row.id;
}
