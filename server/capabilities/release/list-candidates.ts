import { ArrivalId, BatchId, DeviationId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import { MOST_LISTED } from '@vialkeep/contract/kernel/most-listed.ts';
import { HoldReason, listCandidates } from '@vialkeep/contract/release.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { type Lab, readBench } from '../lab-policy/index.ts';
import { codeOfNamedVial, isVialOfLab } from '../vials/index.ts';
import { type JudgedVials, judgeVials } from './judge-vials.ts';

export const listCandidatesHandler = handle(listCandidates, async ({ access, db, query }) => {
  const bench = await readBench(access, db, query.lab_id);
  const within = isVialOfLab(bench.lab.id);
  const vial = query.vial && (await codeOfNamedVial(db, query.vial, { within, field: 'vial' }));
  const { count, vials } = await listHeldVials(db, bench.lab, { ...query, vial });
  const judged = await judgeVials(db, bench, vials);
  return { count, results: judged.map(presentCandidate) };
});

type Chosen = { readonly limit: number; readonly offset: number; readonly vial?: string | undefined };
type HeldRow = Parameters<typeof judgeVials>[2][number];

const isHeld = (vials: string) => sql<boolean>`${sql.ref(`${vials}.held_at`)} is not null
  and ${sql.ref(`${vials}.state`)} = 'stored'`;

/** Whether another vial in quarantine is judged together with `first`. */
function isOfGroup(lab: Lab, vials: string) {
  const column = (name: string) => sql.ref(`${vials}.${name}`);
  return sql<boolean>`${isHeld(vials)} and ${isVialOfLab(lab.id, vials)} and ${column('patient_id')} = first.patient_id
    and ${column('batch_id')} is not distinct from first.batch_id
    and (${column('hold_reason')} = 'missing') = (first.hold_reason = 'missing')`;
}

/**
 * One page of groups, the longest in quarantine first, with all their vials. A group stands at its first vial, so that the
 * vials that the lab made are read in their order and no further than needed. Groups are counted among MOST_LISTED vials.
 */
async function listHeldVials(db: Db, lab: Lab, { limit, offset, vial }: Chosen) {
  const isChosen =
    vial === undefined
      ? sql`true`
      : sql`exists (select from vials named where named.code = ${vial} and ${isOfGroup(lab, 'named')})`;
  const most = offset + limit;
  // `offset 0` keeps it a question about one vial at a time, so that reading stops with the last group that is needed.
  const isFirst = sql<boolean>`${isChosen} and not exists (
    select from vials earlier where earlier.id < first.id and ${isOfGroup(lab, 'earlier')} offset 0)`;
  const count =
    vial === undefined
      ? sql`(select count(*) from (
          select from (
            (select id, patient_id, batch_id, hold_reason from vials first where first.lab_id = ${lab.id} and ${isHeld('first')}
              order by id limit ${MOST_LISTED})
            union all
            (select id, patient_id, batch_id, hold_reason from made_by_others)
          ) held group by patient_id, batch_id, hold_reason = 'missing') counted)`
      : sql`(select count(*) from groups)`;
  // Two ranges and null, because an index is not read for `is distinct from`.
  const isOfAnotherLab = sql<boolean>`(first.lab_id < ${lab.id} or first.lab_id > ${lab.id} or first.lab_id is null)`;
  const { rows } = await sql<{ count: number; held: HeldRow[] }>`
    with made_by_others as materialized (
      select first.* from vials first
      where ${isOfAnotherLab} and ${isHeld('first')} and ${isVialOfLab(lab.id, 'first')}
    ), groups as materialized (
      select * from (
        (select first.* from vials first where first.lab_id = ${lab.id} and ${isHeld('first')} and ${isFirst}
          order by first.id limit ${most})
        union all
        (select first.* from made_by_others first where ${isFirst} order by first.id limit ${most})
      ) of_lab order by id limit ${most}
    ), page as (select * from groups order by id limit ${limit} offset ${offset})
    select ${count}::integer as count, (
      select json_agg(json_build_object('id', vials.id, 'code', vials.code, 'patient_id', vials.patient_id,
        'domain_id', vials.domain_id, 'lab_id', vials.lab_id, 'batch_id', vials.batch_id,
        'hold_reason', vials.hold_reason) order by vials.id)
      from vials where ${isOfGroup(lab, 'vials')}) as held
    from page first order by first.id`.execute(db);
  return { count: rows[0]?.count ?? 0, vials: rows.flatMap(({ held }) => held) };
}

function presentCandidate({ batch, patientId, vials, criteria, needsNote }: JudgedVials) {
  return {
    batch_id: batch ? BatchId.parse(batch.id) : null,
    batch_code: batch?.code ?? null,
    arrival_id: batch && batch.arrival_id !== null ? ArrivalId.parse(batch.arrival_id) : null,
    patient_id: UserId.parse(patientId),
    vial_codes: vials.map(({ code }) => code),
    hold_reasons: [...new Set(vials.map(({ hold_reason }) => HoldReason.parse(hold_reason)))],
    criteria: criteria.map(({ name, met, words, proof }) => ({
      name,
      met,
      words,
      deviation_ids: name === 'deviations' ? proof.map((id) => DeviationId.parse(id)) : [],
    })),
    needs_note: needsNote,
  };
}
