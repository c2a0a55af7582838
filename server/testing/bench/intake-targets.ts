import type { World } from '../world.ts';
import { newCode } from './fill-bench.ts';

export const intakeThings = ['benchKit', 'batch'] as const;
export type IntakeThing = (typeof intakeThings)[number];

/** A kit and a batch of a lab. */
export async function addIntakeRecords(world: World, labId: number): Promise<Record<IntakeThing, number>> {
  const [row] = await world.sql<Record<IntakeThing, number>>(
    `with lab as (select id, domain_id from users where id = $1),
       patient as (insert into users (domain_id, plan_id, email, first_name, last_name)
         select domain_id, 2, gen_random_uuid() || '@intake.test', 'Of', 'Matrix' from lab returning id),
       lot as (insert into lots (domain_id, lab_id, kind, name, lot, received_on)
         select domain_id, id, 'kit', 'Kit', gen_random_uuid(), '2026-01-05' from lab returning id),
       kit as (insert into kits (domain_id, lab_id, lot_id, code)
         select lab.domain_id, lab.id, lot.id, $2 from lab, lot returning id),
       batch as (insert into batches (domain_id, lab_id, patient_id, code, passage, opened_on)
         select lab.domain_id, lab.id, patient.id, $3, 1, '2026-01-05' from lab, patient returning id)
     select kit.id as "benchKit", batch.id as batch from kit, batch`,
    [labId, newCode(), newCode()],
  );
  if (!row) throw new Error('The lab has no kit and no batch.');
  return row;
}
