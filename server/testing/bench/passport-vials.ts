import { vialCodeFrom } from '@vialkeep/contract/vial-code.ts';
import type { World } from '../world.ts';

/** The code of a patient's vial that `addPassportVial` makes. */
export function passportCodeOf(patientId: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt8(31, 0);
  for (let at = 1; at < 8; at += 1) bytes.writeUInt8(Math.floor(patientId / 32 ** (7 - at)) % 32, at);
  return vialCodeFrom(bytes);
}

/** A vial that a lab with a bench has made of a patient's tissue; the patient's own lab may have none. */
export async function addPassportVial(world: World, patientId: number): Promise<void> {
  await world.sql(
    `with patient as (select id, domain_id from users where id = $1),
     lab as (
       insert into users (domain_id, plan_id, email, first_name, last_name, company)
       select domain_id, 1, 'bench@' || domain_id || '.matrix.test', 'Bench', 'Lab', 'Bench Lab' from patient
       on conflict do nothing returning id, domain_id
     )
     insert into lab_settings (domain_id, lab_id, bench_on) select domain_id, id, true from lab`,
    [patientId],
  );
  await world.sql(
    `with entry as (
       insert into vial_entries (domain_id, patient_id, type, quantity, date)
       select domain_id, id, 'added', 1, '2026-01-20' from users
       where id = $1 and not exists (select from vials where code = $2) returning id, domain_id, patient_id
     )
     insert into vials (patient_id, domain_id, code, added_entry_id, lab_id)
     select entry.patient_id, entry.domain_id, $2, entry.id, lab.id
     from entry join users lab on lab.email = 'bench@' || entry.domain_id || '.matrix.test'`,
    [patientId, passportCodeOf(patientId)],
  );
}
