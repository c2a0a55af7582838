import { UNDO_MINUTES } from '@vialkeep/contract/bench.ts';
import { readVialCode } from '@vialkeep/contract/vial-code.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../kernel/db/db.ts';
import type { Actor } from '../../../kernel/session/actor.ts';
import type { Patient } from '../../custody/index.ts';
import { findKitsToTakeBack, findLotToTakeBack, type LotToTakeBack, type SentKits } from '../../intake/index.ts';
import type { Bench } from '../../lab-policy/index.ts';
import type { UndoneStep } from '../../vials/index.ts';

/** A step that can be taken back, as long as nothing happens meanwhile. */
export type UndoableStep =
  | {
      readonly of: 'vial';
      readonly kind: string;
      readonly patient: Patient;
      readonly code: string;
      readonly step: UndoneStep;
      readonly orderId: number | null;
    }
  | { readonly of: 'lot'; readonly kind: string; readonly patient: Patient; readonly lot: LotToTakeBack }
  | { readonly of: 'kits'; readonly kind: string; readonly sent: SentKits };

/**
 * The step of a scan, where the same operator made it at most ten minutes ago and nothing happened to the vial, kits or
 * lot since.
 * Null otherwise, and for a scan of another lab.
 */
export async function findUndoable(db: Db, bench: Bench, actor: Actor, scanId: string): Promise<UndoableStep | null> {
  const { lab, operator } = bench;
  const action = await db
    .selectFrom('scan_actions')
    .select(['kind', 'facts', 'answer', 'operator_id', 'user_id'])
    .where('lab_id', '=', lab.id)
    .where('id', '=', scanId)
    .where('undoes', 'is', null)
    .where('at', '>', sql<Date>`now() - make_interval(mins => ${UNDO_MINUTES})`)
    .where((eb) => eb.not(eb.exists(undoingOf(db, lab.id, scanId))))
    .executeTakeFirst();
  if (!action) return null;
  const isOwn = operator ? action.operator_id === operator.id : isOfAccount(action, actor);
  if (!isOwn) return null;
  if (action.kind === 'send_kits') return findKitsStep(db, lab.id, action.facts);
  if (action.kind === 'use_lot') return findLotStep(db, lab.id, action.facts);
  const code = findVialCode(action.facts) ?? findVialCode(action.answer);
  return code === null ? null : findVialStep(db, { kind: action.kind, scanId, code, labId: lab.id });
}

function undoingOf(db: Db, labId: number, scanId: string) {
  return db.selectFrom('scan_actions as undoing').select('id').where('lab_id', '=', labId).where('undoes', '=', scanId);
}

/** In a lab without operators, and for administrators, the account takes the place of the operator. */
function isOfAccount(action: { operator_id: number | null; user_id: number }, actor: Actor): boolean {
  return action.operator_id === null && action.user_id === actor.userId;
}

const SentFacts = z.object({ kits: z.array(z.number()).min(1), center: z.number() });
const LotFacts = z.object({ batch: z.number(), lot: z.number(), is_new: z.literal(true) });

async function findKitsStep(db: Db, labId: number, facts: unknown): Promise<UndoableStep | null> {
  const { data: sent } = SentFacts.safeParse(facts);
  return sent && (await findKitsToTakeBack(db, labId, sent)) ? { of: 'kits', kind: 'send_kits', sent } : null;
}

async function findLotStep(db: Db, labId: number, facts: unknown): Promise<UndoableStep | null> {
  const { data: used } = LotFacts.safeParse(facts);
  const lot = used ? await findLotToTakeBack(db, labId, used) : null;
  const patient = lot && { id: lot.batch.patient_id, domainId: lot.batch.domain_id };
  return lot && patient && { of: 'lot', kind: 'use_lot', patient, lot };
}

/** The vial that a scan was about, as its facts or its answer name it. */
function findVialCode(facts: unknown): string | null {
  if (typeof facts !== 'object' || facts === null) return null;
  const { vial, vial_code, code } = facts as Record<string, unknown>;
  const named = [vial_code, vial, code].find((value) => typeof value === 'string');
  return typeof named === 'string' ? readVialCode(named) : null;
}

type ScannedVial = { readonly kind: string; readonly scanId: string; readonly code: string; readonly labId: number };

/** The last event of the vial must be that of the scan: whatever came later, its event is the last one. */
async function findVialStep(db: Db, { kind, scanId, code, labId }: ScannedVial): Promise<UndoableStep | null> {
  const vial = await db
    .selectFrom('vials')
    .select(['id', 'patient_id', 'domain_id', 'order_id'])
    .where('code', '=', code)
    .executeTakeFirst();
  if (!vial) return null;
  const [event, move] = await Promise.all([
    db
      .selectFrom('custody_events')
      .select(['kind', sql<string | null>`facts ->> 'action'`.as('action')])
      .where('patient_id', '=', vial.patient_id)
      .where(sql<boolean>`(facts -> 'codes' @> to_jsonb(${code}::text)
        or jsonb_path_exists(facts -> 'codes', '$.*[*] ? (@ == $code)', jsonb_build_object('code', ${code}::text)))`)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('moves')
      .select(['from_box', 'from_position', 'action_id'])
      .where('vial_id', '=', vial.id)
      .where('lab_id', '=', labId)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ]);
  if (event?.action !== scanId) return null;
  const from = move?.action_id === scanId ? { box: move.from_box, position: move.from_position } : null;
  const step = undoneStep(event.kind, from);
  const patient = { id: vial.patient_id, domainId: vial.domain_id };
  return step && { of: 'vial', kind, patient, code, step, orderId: vial.order_id };
}

type FromPosition = { readonly box: number | null; readonly position: number | null } | null;

function undoneStep(kind: string, from: FromPosition): UndoneStep | null {
  if (kind === 'bench.packed') return { undoes: kind };
  if (kind !== 'bench.placed' && kind !== 'bench.taken' && kind !== 'bench.picked') return null;
  const back = from && from.box !== null && from.position !== null ? { box: from.box, position: from.position } : null;
  return { undoes: kind, back };
}
