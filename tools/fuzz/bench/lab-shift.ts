import { randomBytes } from 'node:crypto';
import { vialCodeFrom } from '@vialkeep/contract/vial-code.ts';
import type pg from 'pg';

/** The PIN of the demo's signer. */
export const SIGNER_PIN = '246810';

const CODE_BYTES = 8;

/** Keeps the hash of the signer's PIN, because a request may give the signer another one. */
export async function keepSignerPin(owner: pg.Client): Promise<void> {
  await owner.query(
    `create table attack_signer as select lab_id, domain_id, pin_hash from lab_operators where name = 'Nora Lindqvist'`,
  );
}

/**
 * Begins a shift on the newest session of the demo's lab with a bench, for a new signer: requests end shifts and
 * operators, and an operator who has ended stays so. Also switches the bench on, which requests switch off.
 */
export async function beginLabShift(owner: pg.Client): Promise<void> {
  await owner.query(
    `update lab_settings set bench_on = true, reserve_on_order = true, release_policy = 'signed'
     from attack_signer where attack_signer.lab_id = lab_settings.lab_id`,
  );
  await owner.query(
    `with signer as (
       insert into lab_operators (domain_id, lab_id, name, code, pin_hash, pin_is_once, may_sign)
       select domain_id, lab_id, 'Signer of the run', $1, pin_hash, false, true from attack_signer
       returning id, lab_id, domain_id)
     insert into bench_shifts (domain_id, lab_id, session_id, operator_id, until)
     select signer.domain_id, signer.lab_id, newest.id, signer.id, now() + interval '1 hour' from signer,
       lateral (select id from sessions
         where user_id = signer.lab_id and ended_at is null order by id desc limit 1) newest
     on conflict (session_id, lab_id) do update set operator_id = excluded.operator_id, until = excluded.until`,
    [vialCodeFrom(randomBytes(CODE_BYTES))],
  );
}
