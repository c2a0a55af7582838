import { UserId, VialOrderId } from '@vialkeep/contract/kernel/ids.ts';
import { listVialOrders, VialOrderState } from '@vialkeep/contract/vial-orders.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import { handle } from '../../kernel/http/handle.ts';
import { readBench } from '../lab-policy/index.ts';

const STATES = {
  open: ['waiting', 'ready', 'picking', 'packed'],
  ended: ['shipped', 'delivered', 'cancelled'],
} as const;

/** An order whose payment was not made is not shown: the lab has nothing to do with it. */
export const listVialOrdersHandler = handle(listVialOrders, async ({ access, db, query }) => {
  const { lab } = await readBench(access, db, query.lab_id);
  const isChosen = (eb: ExpressionBuilder<Tables, 'vial_orders'>) =>
    eb.and([
      eb('vial_orders.lab_id', '=', lab.id),
      eb('vial_orders.state', 'in', STATES[query.show]),
      eb('vial_orders.transaction_id', 'is not', null),
      ...whenDefined(query.state, (state) => eb('vial_orders.state', '=', state)),
      ...whenDefined(query.code, (code) => eb('vial_orders.code', '=', code)),
    ]);
  const count = (of: string) =>
    sql<number>`(select count(${sql.raw(of)}) from vials where vials.order_id = vial_orders.id)`;
  const [rows, total] = await Promise.all([
    db
      .selectFrom('vial_orders')
      .innerJoin('products', 'products.id', 'vial_orders.product_id')
      .innerJoin('users', 'users.id', 'vial_orders.patient_id')
      .select(['vial_orders.id', 'vial_orders.code', 'vial_orders.state', 'vial_orders.quantity'])
      .select(['vial_orders.patient_id', 'vial_orders.ship_on', 'products.name as product', 'users.username'])
      .select([count('*').as('reserved'), count('picked_at').as('picked'), count('packed_at').as('packed')])
      .where(isChosen)
      .orderBy('vial_orders.id', query.show === 'open' ? 'asc' : 'desc')
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
    db
      .selectFrom('vial_orders')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(isChosen)
      .executeTakeFirstOrThrow(),
  ]);
  const results = rows.map(({ patient_id, username, ...row }) => ({
    ...row,
    id: VialOrderId.parse(row.id),
    state: VialOrderState.parse(row.state),
    patient: { id: UserId.parse(patient_id), name: username },
  }));
  return { results, count: total.count };
});
