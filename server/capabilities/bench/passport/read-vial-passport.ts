import { readVialPassport, VialPassport } from '@vialkeep/contract/bench.ts';
import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { readVialCode } from '@vialkeep/contract/vial-code.ts';
import { VialState } from '@vialkeep/contract/vials.ts';
import type { Db } from '../../../kernel/db/db.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../../kernel/http/refuse.ts';
import type { Access } from '../../../kernel/policy/access.ts';
import type { AuthorizedPatient } from '../../custody/index.ts';
import { readBenchSettings } from '../../lab-policy/index.ts';
import { accountResource, isPatientIdentityHidden, loadAccount } from '../../network/index.ts';
import { vialCodeOfAlias } from '../../vials/index.ts';
import { findVialPlace } from '../places-of-vials.ts';
import { listPassportSteps } from './passport-steps.ts';

export const readVialPassportHandler = handle(readVialPassport, async ({ access, db, params }) => {
  const vial = orNotFound(await findVial(db, await codeOfVial(db, params.code)));
  const { patient, username } = await authorizeVial(access, db, vial);
  const lab = vial.lab_id === null ? null : await readBenchSettings(db, vial.lab_id);
  if (!lab?.bench_on) throw refuseBy(readVialPassport, 'bench_off');
  const seesBench = access.can('custody.read_bench', patient.facts);
  const [place, steps] = await Promise.all([
    seesBench ? findVialPlace(db, vial) : null,
    listPassportSteps(access, db, patient, { ...vial, seesBench }),
  ]);
  const { code, state, added_on, shipped_on, tracking_id } = vial;
  return {
    code,
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

/** A typed or scanned code in its printed form, also where it is one of before an import. */
async function codeOfVial(db: Db, typed: string): Promise<string> {
  return readVialCode(typed) ?? orNotFound(await vialCodeOfAlias({ db }, typed));
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
    .select(['added.date as added_on', 'shipped.date as shipped_on', 'shipped.tracking_id'])
    .select(['batches.code as batch_code', 'batches.passage', 'batches.state as batch_state', 'batches.arrival_id'])
    .select(['arrivals.harvest_id', 'vial_orders.code as order_code', 'vial_orders.state as order_state'])
    .select('box.lab_id as lab_of_box')
    .where('vials.code', '=', code)
    .executeTakeFirst();
  return row ?? null;
}

type VialRow = NonNullable<Awaited<ReturnType<typeof findVial>>>;

/** A lab also reads the passport of a vial in one of its boxes, whichever lab the patient has now. */
async function authorizeVial(
  access: Access,
  db: Db,
  { patient_id, lab_of_box }: VialRow,
): Promise<{ patient: AuthorizedPatient; username: string }> {
  const { actor } = access;
  const account = await loadAccount(db, actor, patient_id);
  const isInOwnBox = actor.plan === Plan.lab && lab_of_box === actor.userId;
  const facts = accountResource({ ...account, is_visible: account.is_visible || isInOwnBox });
  access.authorize(facts);
  return { patient: { id: account.id, domainId: account.domain_id, facts }, username: account.username };
}

function batchOf({ batch_code, passage, batch_state }: VialRow, id: number) {
  return { id, code: batch_code ?? '', passage: passage ?? 0, state: batch_state ?? '' };
}

function orderOf({ order_code, order_state }: VialRow, id: number) {
  return { id, code: order_code ?? '', state: order_state ?? '' };
}
