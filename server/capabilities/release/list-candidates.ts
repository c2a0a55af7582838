import { ArrivalId, BatchId, DeviationId, UserId } from '@vialkeep/contract/kernel/ids.ts';
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

/** One page of groups, the longest in quarantine first, with all their vials. */
async function listHeldVials(db: Db, lab: Lab, { limit, offset, vial }: Chosen) {
  const { rows } = await sql<{ count: number; held: HeldRow[] }>`
    with groups as materialized (
      select min(vials.id) as first, count(*) over () as count,
        json_agg(json_build_object('id', vials.id, 'code', vials.code, 'patient_id', vials.patient_id,
          'domain_id', vials.domain_id, 'lab_id', vials.lab_id, 'batch_id', vials.batch_id,
          'hold_reason', vials.hold_reason) order by vials.id) as held
      from vials where vials.held_at is not null and vials.state = 'stored' and ${isVialOfLab(lab.id)}
      group by vials.patient_id, vials.batch_id, vials.hold_reason = 'missing'
      ${vial === undefined ? sql`` : sql`having bool_or(vials.code = ${vial})`}
    )
    select count::integer, held from groups order by first limit ${limit} offset ${offset}`.execute(db);
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
