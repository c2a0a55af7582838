import { formatPosition } from '@vialkeep/contract/box-positions.ts';
import { PlaceId, UserId, VialOrderId } from '@vialkeep/contract/kernel/ids.ts';
import { type OrderedVial, type VialOrder, VialOrderState } from '@vialkeep/contract/vial-orders.ts';
import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Work } from '../../kernel/db/db.ts';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';
import { orNotFound, refuse } from '../../kernel/http/refuse.ts';
import type { Access } from '../../kernel/policy/access.ts';
import { lockCustody, type Patient } from '../custody/index.ts';
import { type Lab, requireLab } from '../lab-policy/index.ts';

type Row = Selectable<Tables['vial_orders']>;
export type OrderRow = Omit<Row, 'state'> & { readonly state: VialOrderState };

export function parseOrder(row: Row): OrderRow {
  return { ...row, state: VialOrderState.parse(row.state) };
}

export async function findOrder(db: Db, id: number): Promise<OrderRow | null> {
  const row = await db.selectFrom('vial_orders').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? parseOrder(row) : null;
}

/** The order with its lab; that of a lab which the caller may not act for, or has not named, is 404. */
export async function requireOrder(
  access: Access,
  db: Db,
  id: number,
  labId: number | undefined,
): Promise<{ order: OrderRow; lab: Lab }> {
  const order = orNotFound(await findOrder(db, id));
  if (labId !== undefined && labId !== order.lab_id) throw refuse('not_found');
  return { order, lab: await requireLab(access, db, order.lab_id) };
}

export function patientOfOrder({ patient_id, domain_id }: Pick<OrderRow, 'patient_id' | 'domain_id'>): Patient {
  return { id: patient_id, domainId: domain_id };
}

/** The order as it is after the lock of its patient's chain, with its own row locked. */
export async function lockOrder(work: Work, order: Pick<OrderRow, 'id' | 'patient_id' | 'domain_id'>) {
  await lockCustody(work, patientOfOrder(order));
  const row = await work.db
    .selectFrom('vial_orders')
    .selectAll()
    .where('id', '=', order.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return parseOrder(row);
}

export type OrderCounts = { readonly reserved: number; readonly picked: number; readonly packed: number };

/** The vials in store that an order has. */
export async function countReserved(db: Db, orderId: number): Promise<OrderCounts> {
  return db
    .selectFrom('vials')
    .select([
      sql<number>`count(*)`.as('reserved'),
      sql<number>`count(picked_at)`.as('picked'),
      sql<number>`count(packed_at)`.as('packed'),
    ])
    .where('order_id', '=', orderId)
    .where('state', '=', 'stored')
    .executeTakeFirstOrThrow();
}

type VialRow = {
  code: string;
  is_picked: boolean;
  is_packed: boolean;
  position: number | null;
  box_id: number | null;
  box_code: string | null;
  box_name: string | null;
  columns: number | null;
  path: string[];
};

/** The vials of an order, those that still lie in boxes first and in walking order. */
export async function listOrderedVials(db: Db, orderId: number): Promise<OrderedVial[]> {
  const { rows } = await sql<VialRow>`
    select vials.code, vials.picked_at is not null as is_picked, vials.packed_at is not null as is_packed, vials.position,
      box.id as box_id, box.code as box_code, box.name as box_name, box.columns,
      array(
        with recursive above as (
          select box.id, box.parent_id, box.name, 0 as depth
          union all
          select places.id, places.parent_id, places.name, above.depth + 1
          from above join places on places.id = above.parent_id
        ) select name from above where id is not null order by depth desc
      ) as path
    from vials left join places box on box.id = vials.box_id
    where vials.order_id = ${orderId} and vials.state in ('stored', 'shipped')
    order by vials.id`.execute(db);
  return rows.toSorted(compareByWalk).map((row) => ({
    code: row.code,
    picked: row.is_picked,
    packed: row.is_packed,
    box:
      row.box_id === null
        ? null
        : { id: PlaceId.parse(row.box_id), code: row.box_code ?? '', name: row.box_name ?? '', path: row.path },
    position: row.position,
    label: row.position === null ? null : formatPosition(row.position, row.columns ?? 1),
  }));
}

/** 'Box 2' stands before 'Box 10'. */
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compareByWalk(one: VialRow, other: VialRow): number {
  const [step, otherStep] = [stepOf(one), stepOf(other)];
  if (step !== otherStep) return step - otherStep;
  for (const [depth, name] of one.path.entries()) {
    const difference = byName.compare(name, other.path[depth] ?? '');
    if (difference !== 0) return difference;
  }
  return (one.position ?? 0) - (other.position ?? 0);
}

/** In a box, without a position, picked, packed. */
function stepOf({ is_packed, is_picked, position }: VialRow): number {
  if (is_packed) return 3;
  if (is_picked) return 2;
  return position === null ? 1 : 0;
}

export async function loadOrder(db: Db, id: number): Promise<z.input<typeof VialOrder>> {
  const order = orNotFound(await findOrder(db, id));
  return {
    id: VialOrderId.parse(order.id),
    code: order.code,
    state: order.state,
    quantity: order.quantity,
    patient_id: UserId.parse(order.patient_id),
    vials: await listOrderedVials(db, id),
  };
}
