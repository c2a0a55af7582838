import { readVialPassport, VialPassport } from '@vialkeep/contract/bench.ts';
import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { parseNamedVial } from '@vialkeep/contract/named-vial.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { VialState } from '@vialkeep/contract/vials.ts';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuse, refuseBy } from '../../../kernel/http/refuse.ts';
import type { Access } from '../../../kernel/policy/access.ts';
import { readBenchSettings } from '../../lab-policy/index.ts';
import { accountResource, isPatientIdentityHidden, loadAccount } from '../../network/index.ts';
import { listNamedVials, oldCodeOfVial } from '../../vials/index.ts';
import { findVialPlace } from '../places-of-vials.ts';
import { listPassportSteps } from './passport-steps.ts';

export const readVialPassportHandler = handle(readVialPassport, async ({ access, db, params }) => {
  const { vial, patient, username } = await requireVial(access, db, params.code);
  const lab = vial.lab_id === null ? null : await readBenchSettings(db, vial.lab_id);
  if (!lab?.bench_on) throw refuseBy(readVialPassport, 'bench_off');
  const seesBench = access.can('custody.read_bench', patient.facts);
  const [place, steps] = await Promise.all([
    seesBench ? findVialPlace(db, vial) : null,
    listPassportSteps(access, db, patient, { ...vial, seesBench }),
  ]);
  const { code, old_code, state, added_on, shipped_on, tracking_id } = vial;
  return {
    code,
    old_code,
    state: VialState.parse(state),
    held: vial.held_at !== null,
    reserved: state === 'stored' && vial.order_id !== null,
    added_on,
    shipped_on,
    tracking_id,
    patient: {
      id: UserId.parse(patient.id),
      name: isPatientIdentityHidden(access.actor) ? `#${patient.id}` : username,
    },
    hold_reason: seesBench ? VialPassport.shape.hold_reason.parse(vial.hold_reason) : null,
    place,
    batch: seesBench && vial.batch_id !== null ? batchOf(vial, vial.batch_id) : null,
    order: seesBench && vial.order_id !== null ? orderOf(vial, vial.order_id) : null,
    steps,
    may: [
      ...(seesBench ? (['see_bench'] as const) : []),
      ...(seesBench && state === 'stored' ? (['print_label'] as const) : []),
    ],
  };
});

/** The vial that is typed or scanned, also by what another system had printed on it; two of them are told in words. */
async function requireVial(access: Access, db: Db, typed: string) {
  const named = orNotFound(parseNamedVial(typed));
  const codes = (await listNamedVials(db, [named], sql<boolean>`true`)).get(0) ?? [];
  const seen: PatientsVial[] = [];
  for (const code of codes) {
    const vial = orNotFound(await findVial(db, code));
    const loaded = await loadPatientOfVial(access, db, vial);
    if (access.can('vials.passport', loaded.patient.facts)) seen.push({ vial, ...loaded });
  }
  const [first, other] = seen;
  if (first && other) {
    throw refuse('invalid_input', {
      message: `This is on two vials: ${first.vial.code} and ${other.vial.code}. Enter the new code.`,
      fields: ['code'],
    });
  }
  const found = orNotFound(first);
  access.authorize(found.patient.facts);
  return found;
}

async function findVial(db: Db, code: string) {
  const row = await db
    .selectFrom('vials')
    .innerJoin('vial_entries as added', 'added.id', 'vials.added_entry_id')
    .leftJoin('vial_entries as shipped', 'shipped.id', 'vials.shipped_entry_id')
    .leftJoin('batches', 'batches.id', 'vials.batch_id')
    .leftJoin('arrivals', 'arrivals.id', 'batches.arrival_id')
    .leftJoin('vial_orders', 'vial_orders.id', 'vials.order_id')
    .leftJoin('places as box', 'box.id', 'vials.box_id')
    .select(['vials.id', 'vials.code', 'vials.patient_id', 'vials.lab_id', 'vials.state', 'vials.held_at'])
    .select(['vials.hold_reason', 'vials.box_id', 'vials.position', 'vials.batch_id', 'vials.order_id'])
    .select(oldCodeOfVial.as('old_code'))
    .select(['added.date as added_on', 'shipped.date as shipped_on', 'shipped.tracking_id'])
    .select(['batches.code as batch_code', 'batches.passage', 'batches.state as batch_state', 'batches.arrival_id'])
    .select(['arrivals.harvest_id', 'vial_orders.code as order_code', 'vial_orders.state as order_state'])
    .select('box.lab_id as lab_of_box')
    .where('vials.code', '=', code)
    .executeTakeFirst();
  return row ?? null;
}

type VialRow = NonNullable<Awaited<ReturnType<typeof findVial>>>;

type PatientsVial = { readonly vial: VialRow } & Awaited<ReturnType<typeof loadPatientOfVial>>;

/** A lab also reads the passport of a vial in one of its boxes, whichever lab the patient has now. */
async function loadPatientOfVial(access: Access, db: Db, { patient_id, lab_of_box }: VialRow) {
  const { actor } = access;
  const account = await loadAccount(db, actor, patient_id);
  const isInOwnBox = actor.plan === Plan.lab && lab_of_box === actor.userId;
  const facts = accountResource({ ...account, is_visible: account.is_visible || isInOwnBox });
  return { patient: { id: account.id, domainId: account.domain_id, facts }, username: account.username };
}

function batchOf({ batch_code, passage, batch_state }: VialRow, id: number) {
  return { id, code: batch_code ?? '', passage: passage ?? 0, state: batch_state ?? '' };
}

function orderOf({ order_code, order_state }: VialRow, id: number) {
  return { id, code: order_code ?? '', state: order_state ?? '' };
}
