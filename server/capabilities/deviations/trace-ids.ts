import type { StoredSource } from '@vialkeep/contract/deviations.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import type { Lab } from '../lab-policy/index.ts';
import { isVialOfLab } from '../vials/index.ts';

/** What a source has touched, by ids in ascending order. */
export type TracedIds = {
  readonly lots: readonly number[];
  readonly kits: readonly number[];
  readonly arrivals: readonly number[];
  readonly batches: readonly number[];
  readonly vials: readonly number[];
};

type TraceStep = 'lots' | 'kits' | 'arrivals' | 'batches' | 'vials';

/** The ids of each step by a select over the steps before it; a step that a source does not pass is left out. */
type TraceSteps = { readonly first?: RawBuilder<unknown> } & { readonly [step in TraceStep]?: RawBuilder<unknown> };

/**
 * Follows a source down to its vials by one statement. With `only`, no other vials are looked at, so that a release asks
 * about a few vials without following a whole freezer.
 */
export async function traceIds(db: Db, lab: Lab, source: StoredSource, only?: readonly number[]): Promise<TracedIds> {
  const steps = stepsOf(lab, source, only ? sql`and vials.id = any(${only}::integer[])` : sql``);
  const nothing = sql`select null::integer where false`;
  const { rows } = await sql<TracedIds>`
    with recursive ${steps.first ?? sql``}
      traced_lots (id) as materialized (${steps.lots ?? nothing}),
      traced_kits (id) as materialized (${steps.kits ?? nothing}),
      traced_arrivals (id) as materialized (${steps.arrivals ?? nothing}),
      source_batches (id) as materialized (${steps.batches ?? nothing}),
      traced_vials (id) as materialized (${steps.vials ?? nothing}),
      traced_batches (id) as (
        select id from source_batches
        union select batch_id from vials where id in (select id from traced_vials) and batch_id is not null
      )
    select array(select id from traced_lots order by id) as lots, array(select id from traced_kits order by id) as kits,
      array(select id from traced_arrivals order by id) as arrivals,
      array(select id from traced_batches order by id) as batches,
      array(select id from traced_vials order by id) as vials`.execute(db);
  const [traced] = rows;
  if (!traced) throw new Error('The source was not traced.');
  return traced;
}

function stepsOf(lab: Lab, source: StoredSource, isLookedAt: RawBuilder<unknown>): TraceSteps {
  // A kit that was scanned at the lab only has no harvest; arrivals of an earlier release may name only the harvest.
  const arrivalsOfKits = sql`select id from arrivals where kit_id in (select id from traced_kits)
    union select arrivals.id from harvests join arrivals on arrivals.harvest_id = harvests.id
    where harvests.kit_id in (select id from traced_kits)`;
  const batchesOfArrivals = sql`select id from batches where arrival_id in (select id from traced_arrivals)`;
  const vialsOfBatches = sql`select id from vials
    where batch_id in (select id from source_batches) ${isLookedAt}`;
  const lotOf = (id: number, kind: string) =>
    sql`select id from lots where id = ${id} and lab_id = ${lab.id} and kind = ${kind}`;
  if ('kit_lot' in source) {
    return {
      lots: lotOf(source.kit_lot, 'kit'),
      kits: sql`select id from kits where lot_id in (select id from traced_lots)`,
      arrivals: arrivalsOfKits,
      batches: batchesOfArrivals,
      vials: vialsOfBatches,
    };
  }
  if ('reagent_lot' in source) {
    return {
      lots: lotOf(source.reagent_lot, 'reagent'),
      batches: sql`select batch_id from batch_lots_in_use where lot_id in (select id from traced_lots)`,
      vials: vialsOfBatches,
    };
  }
  if ('batch' in source) {
    return {
      batches: sql`select id from batches where id = ${source.batch} and lab_id = ${lab.id}`,
      vials: vialsOfBatches,
    };
  }
  if ('arrival' in source) {
    return {
      arrivals: sql`select id from arrivals where id = ${source.arrival} and lab_id = ${lab.id}`,
      batches: batchesOfArrivals,
      vials: vialsOfBatches,
    };
  }
  if ('lab_day' in source) return stepsOfDay(lab, source.lab_day, isLookedAt);
  if ('vials' in source) {
    return {
      vials: sql`select id from vials where code = any(${source.vials}::text[]) and ${isVialOfLab(lab.id)} ${isLookedAt}`,
    };
  }
  return stepsOfPlace(lab, source, isLookedAt);
}

/** A day of the lab: what arrived, the batches that were begun or got a reagent, and the vials made on it. */
function stepsOfDay(lab: Lab, day: string, isLookedAt: RawBuilder<unknown>): TraceSteps {
  const isOnDay = (at: string) =>
    sql`${sql.ref(at)} >= ${day}::date::timestamp at time zone 'utc'
      and ${sql.ref(at)} < (${day}::date + 1)::timestamp at time zone 'utc'`;
  return {
    arrivals: sql`select id from arrivals_in_use where lab_id = ${lab.id} and ${isOnDay('arrived_at')}`,
    batches: sql`select id from batches where lab_id = ${lab.id} and (opened_on = ${day}::date
      or arrival_id in (select id from traced_arrivals)
      or id in (select batch_id from batch_lots_in_use where lab_id = ${lab.id} and ${isOnDay('at')}))`,
    vials: sql`select id from vials where batch_id in (select id from source_batches) ${isLookedAt}
      union select vials.id from vial_entries join vials on vials.added_entry_id = vial_entries.id
      where vial_entries.date = ${day}::date and vials.lab_id = ${lab.id} ${isLookedAt}`,
  };
}

type FreezerEvent = { readonly place: number; readonly from: string; readonly to: string };

/**
 * The vials that were in a place at any time from the first to the last moment. Boxes and racks may have been moved in
 * or out meanwhile, so that both the moves of vials and those of places are followed.
 */
function stepsOfPlace(lab: Lab, { place, from, to }: FreezerEvent, isLookedAt: RawBuilder<unknown>): TraceSteps {
  return {
    first: sql`
      stood (place_id, parent_id, lowest, highest) as materialized (
        select places.id, coalesce(moved.from_parent, places.parent_id), '-infinity'::timestamptz,
          coalesce(moved.at, 'infinity')
        from places left join lateral (
          select from_parent, at from moves where moves.place_id = places.id order by at, id limit 1
        ) moved on true
        where places.lab_id = ${lab.id}
        union all
        select place_id, to_parent, at, coalesce(lead(at) over (partition by place_id order by at, id), 'infinity')
        from moves where lab_id = ${lab.id} and place_id is not null
      ), inside (place_id, lowest, highest) as (
        select id, ${from}::timestamptz, ${to}::timestamptz from places where id = ${place} and lab_id = ${lab.id}
        union
        select stood.place_id, greatest(inside.lowest, stood.lowest), least(inside.highest, stood.highest)
        from inside join stood on stood.parent_id = inside.place_id
          and stood.lowest <= inside.highest and stood.highest > inside.lowest
      ),`,
    vials: sql`
      select distinct vials.id from inside
        join moves on moves.to_box = inside.place_id and moves.at <= inside.highest
        join vials on vials.id = moves.vial_id ${isLookedAt}
        left join lateral (
          select next.at from moves next where next.vial_id = moves.vial_id and (next.at, next.id) > (moves.at, moves.id)
          order by next.at, next.id limit 1
        ) left_at on true
      where coalesce(left_at.at, 'infinity') > inside.lowest`,
  };
}
