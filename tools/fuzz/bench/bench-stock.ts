import type pg from 'pg';
import { z } from 'zod';
import type { SeededRandom } from '../../harness/seeded-random.ts';

const Rows = z.array(z.object({ kind: z.string(), id: z.number(), code: z.string() }));
type Row = z.infer<typeof Rows>[number];

const NOTHING: Row = { kind: 'nothing', id: 999_999, code: '0000-0000-0' };

/** What the demo's lab with a bench has and requests can name; read again during the run, because they use it up. */
export class BenchStock {
  readonly #dice: SeededRandom;
  #rows = new Map<string, Row[]>();

  constructor(dice: SeededRandom) {
    this.#dice = dice;
  }

  async look(owner: pg.Client): Promise<void> {
    const { rows } = await owner.query(everything);
    this.#rows = Map.groupBy(Rows.parse(rows), ({ kind }) => kind);
  }

  /** Returns one of the first kind that there is. */
  some(...kinds: readonly StockKind[]): Row {
    const rows = kinds.map((kind) => this.#rows.get(kind) ?? []).find(({ length }) => length > 0);
    return rows ? this.#dice.of(rows) : NOTHING;
  }
}

export const stockKinds = [
  'lab',
  'clinic',
  'patient',
  'consentedPatient',
  'storedVial',
  'freeVial',
  'heldVial',
  'vialToPick',
  'vialToPack',
  'box',
  'rack',
  'kitInStock',
  'kitSent',
  'kitUsed',
  'kitLot',
  'reagentLot',
  'openBatch',
  'openCount',
  'openOrder',
  'packedOrder',
  'shippedOrder',
  'openDeviation',
  'operator',
  'arrival',
  'photo',
  'scan',
] as const;
export type StockKind = (typeof stockKinds)[number];

/** The lab comes with the version of its settings, a vial to pick or to pack with the id of its order. */
const everything = `
  with lab as (select id from users where email = 'lab2@vialkeep.test')
  select 'lab' as kind, lab_id as id, version::text as code from lab_settings where lab_id = (select id from lab)
  union all select 'clinic', id, '' from users where email = 'hc2@vialkeep.test'
  union all select 'patient', users.id, '' from active_relations join users on users.id = subject_id
    where kind = 'lab' and object_id = (select id from lab) and plan_id = 2 and is_active and removed_at is null
  union all select 'consentedPatient', id, '' from users where email = 'patient6@vialkeep.test'
  union all (select 'storedVial', id, code from vials
    where lab_id = (select id from lab) and state = 'stored' order by id desc limit 300)
  union all (select 'freeVial', id, code from vials where lab_id = (select id from lab) and state = 'stored'
    and held_at is null and order_id is null order by id desc limit 300)
  union all (select 'heldVial', id, code from vials
    where lab_id = (select id from lab) and state = 'stored' and held_at is not null order by id desc limit 300)
  union all (select 'vialToPick', order_id, code from vials where lab_id = (select id from lab) and state = 'stored'
    and order_id is not null and picked_at is null order by id desc limit 300)
  union all (select 'vialToPack', order_id, code from vials where lab_id = (select id from lab) and state = 'stored'
    and picked_at is not null and packed_at is null order by id desc limit 300)
  union all (select 'box', id, code from places where lab_id = (select id from lab) and kind = 'box'
    and retired_at is null and filled < capacity order by id desc limit 100)
  union all (select 'rack', id, code from places
    where lab_id = (select id from lab) and kind = 'rack' and retired_at is null order by id desc limit 100)
  union all (select case state when 'in_stock' then 'kitInStock' when 'sent' then 'kitSent' else 'kitUsed' end, id, code
    from kits where lab_id = (select id from lab) and state in ('in_stock', 'sent', 'used') order by id desc limit 300)
  union all (select kind || 'Lot', id, lot from lots where lab_id = (select id from lab) and held_by is null
    and (expires_on is null or expires_on > current_date) order by id desc limit 100)
  union all (select 'openBatch', id, code from batches
    where lab_id = (select id from lab) and state = 'open' order by id desc limit 100)
  union all (select 'openCount', stock_counts.id, places.code from stock_counts join places on places.id = box_id
    where stock_counts.lab_id = (select id from lab) and closed_at is null order by stock_counts.id desc limit 100)
  union all (select case state when 'packed' then 'packedOrder' when 'shipped' then 'shippedOrder' else 'openOrder' end,
    id, code from vial_orders where lab_id = (select id from lab)
    and state in ('waiting', 'ready', 'picking', 'packed', 'shipped') order by id desc limit 300)
  union all (select 'openDeviation', id, '' from deviations
    where lab_id = (select id from lab) and state = 'open' order by id desc limit 100)
  union all (select 'operator', id, code from lab_operators where lab_id = (select id from lab) and ended_at is null
    order by id desc limit 100)
  union all (select 'arrival', id, '' from arrivals where lab_id = (select id from lab) order by id desc limit 100)
  union all (select 'photo', 0, replace(name, 'bench-photo/', '') from files
    where name like 'bench-photo/%' order by created_at desc limit 100)
  union all (select 'scan', 0, id::text from scan_actions
    where lab_id = (select id from lab) order by at desc limit 50)`;
