import { formatBenchCode } from '@vialkeep/contract/bench-codes.ts';
import type { Db } from '../../../kernel/db/db.ts';
import type { Lab } from '../../lab-policy/index.ts';
import { isVialOfLab } from '../../vials/index.ts';
import { findVialPlace } from '../places-of-vials.ts';
import { legalSteps, linesOf, type ThingFinder } from './scanned.ts';

/** A vial of this lab with its batch and its order. */
async function loadVialOfLab(db: Db, lab: Lab, code: string) {
  const row = await db
    .selectFrom('vials')
    .leftJoin('vial_orders as of_order', 'of_order.id', 'vials.order_id')
    .leftJoin('batches', 'batches.id', 'vials.batch_id')
    .select([
      'vials.id',
      'vials.code',
      'vials.patient_id',
      'vials.domain_id',
      'vials.state',
      'vials.held_at',
      'vials.hold_reason',
      'vials.box_id',
      'vials.position',
      'vials.picked_at',
      'vials.packed_at',
      'vials.added_entry_id',
      'batches.code as batch_code',
      'of_order.id as order_id',
      'of_order.code as order_code',
      'of_order.state as order_state',
    ])
    .where('vials.code', '=', code)
    .where(isVialOfLab(lab.id))
    .executeTakeFirst();
  return row ?? null;
}

type VialRow = NonNullable<Awaited<ReturnType<typeof loadVialOfLab>>>;

export const findVial: ThingFinder = async (db, { lab }, code) => {
  const vial = await loadVialOfLab(db, lab, code);
  if (!vial) return null;
  const place = await findVialPlace(db, vial);
  const where = place ? `${place.path.join(' · ')}, ${place.label}` : 'No position';
  return {
    patientId: vial.patient_id,
    shown: {
      kind: 'vial',
      id: vial.id,
      ...(vial.state === 'stored' && vial.order_id !== null ? { order_id: vial.order_id } : {}),
      code: vial.code,
      title: `Vial ${vial.code}`,
      lines: linesOf(
        `Patient ${vial.patient_id}`,
        vial.batch_code && `Batch ${formatBenchCode({ kind: 'batch', code: vial.batch_code })}`,
        stateWords(vial),
        vial.state === 'stored' && vial.picked_at === null && where,
      ),
      next: stepsOf(vial),
    },
  };
};

const HOLD_WORDS: Readonly<Record<string, string>> = {
  awaiting_release: 'In quarantine: awaiting release',
  deviation: 'In quarantine: deviation',
  missing: 'In quarantine: missing',
  returned: 'In quarantine: returned',
  failed_qc: 'In quarantine: failed a test',
};
const STATE_WORDS: Readonly<Record<string, string>> = {
  shipped: 'Shipped',
  discarded: 'Discarded',
  withdrawn: 'Taken off the list',
};

function stateWords({ state, hold_reason, order_code, picked_at, packed_at }: VialRow): string {
  if (state !== 'stored') return STATE_WORDS[state] ?? state;
  if (hold_reason !== null) return HOLD_WORDS[hold_reason] ?? 'In quarantine';
  if (order_code === null) return 'Released, free';
  const order = `order ${formatBenchCode({ kind: 'order', code: order_code })}`;
  if (packed_at !== null) return `Packed for ${order}`;
  return picked_at === null ? `Reserved for ${order}` : `Picked for ${order}`;
}

function stepsOf({ state, held_at, box_id, picked_at, packed_at, order_state }: VialRow) {
  const isStored = state === 'stored';
  const isHeld = held_at !== null;
  const isInOrder = order_state !== null;
  return legalSteps([
    ['pick_vial', isStored && picked_at === null && (order_state === 'ready' || order_state === 'picking')],
    ['pack_vial', isStored && picked_at !== null && packed_at === null && isInOrder],
    ['place_vial', isStored && picked_at === null],
    ['take_vial', isStored && box_id !== null],
    ['release_vial', isStored && isHeld],
    ['quarantine_vial', isStored && !isHeld],
    ['open_order', isStored && isInOrder],
    ['open_passport', true],
    ['print_label', isStored],
  ]);
}
