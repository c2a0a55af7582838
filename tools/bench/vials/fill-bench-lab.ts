import { randomBytes } from 'node:crypto';
import { vialCodeFrom } from '@vialkeep/contract/vial-code.ts';
import type pg from 'pg';
import { fillLab } from '../lab/lab-patients.ts';

export type BenchLab = { readonly email: string; readonly vials: number };

const VIALS_A_PATIENT = 10;
const BOX_POSITIONS = 81;
const BOXES_A_RACK = 20;
const RACKS_A_FREEZER = 20;
const AT_ONCE = 2_000;

/**
 * Creates a lab that works by scan: each patient has a kit, a harvest, an arrival, a batch with its lots and results, and
 * vials, nearly all of which have a position. The triggers of the product are off, because they would count each vial
 * through all places above it; the counts are written at the end.
 */
export async function fillBenchLab(owner: pg.Client, { email, vials }: BenchLab): Promise<void> {
  await fillLab(owner, { email, patients: Math.ceil(vials / VIALS_A_PATIENT), centers: 20 });
  const { rows } = await owner.query<{ id: number; domain_id: number }>(
    'select id, domain_id from users where email = $1',
    [email],
  );
  const [lab] = rows;
  if (!lab) throw new Error(`${email} is not there.`);
  await owner.query("set session_replication_role = 'replica'");
  await owner.query(
    'insert into lab_settings (domain_id, lab_id, bench_on, reserve_on_order) values ($1, $2, true, true)',
    [lab.domain_id, lab.id],
  );
  const lots = await addLots(owner, lab, vials);
  const boxes = await addPlaces(owner, lab, vials);
  await addThreads(owner, lab, lots, boxes);
  await addOrders(owner, lab);
  await addActions(owner, lab);
  await countPlaces(owner, lab);
  await owner.query("set session_replication_role = 'origin'");
}

const VIALS_A_LOT = 50;

type Lab = { readonly id: number; readonly domain_id: number };
const drawn = new Set<string>();

/** Among a million random codes two are often equal; the product draws again, and so does this. */
function newCodes(count: number): string[] {
  return Array.from({ length: count }, () => {
    let code = vialCodeFrom(randomBytes(8));
    while (drawn.has(code)) code = vialCodeFrom(randomBytes(8));
    drawn.add(code);
    return code;
  });
}
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

/** A lot has as many kits in a large lab as in a small one. */
async function addLots(owner: pg.Client, lab: Lab, vials: number): Promise<number[]> {
  const { rows } = await owner.query<{ id: number }>(
    `insert into lots (domain_id, lab_id, kind, name, lot, expires_on, received_on)
     select $1, $2, case when n % 4 = 0 then 'kit' else 'reagent' end, 'Lot', 'L-' || n, current_date + 90, current_date
     from generate_series(1, $3::int) n returning id`,
    [lab.domain_id, lab.id, Math.max(200, vials / VIALS_A_LOT)],
  );
  return idsOf(rows);
}

async function addPlaces(owner: pg.Client, lab: Lab, vials: number): Promise<number[]> {
  const boxes = Math.ceil(vials / BOX_POSITIONS);
  const [facility = 0] = await insertPlaces(owner, lab, 'facility', 1, []);
  const racks = Math.ceil(boxes / BOXES_A_RACK);
  const freezers = await insertPlaces(owner, lab, 'freezer', Math.ceil(racks / RACKS_A_FREEZER), [facility]);
  const rackIds = await insertPlaces(owner, lab, 'rack', racks, freezers);
  return insertPlaces(owner, lab, 'box', boxes, rackIds);
}

async function insertPlaces(owner: pg.Client, lab: Lab, kind: string, count: number, parents: readonly number[]) {
  const side = kind === 'box' ? Math.sqrt(BOX_POSITIONS) : null;
  const { rows } = await owner.query<{ id: number }>(
    `insert into places (domain_id, lab_id, parent_id, kind, name, code, rows, columns, capacity)
     select $1, $2, ($5::int[])[1 + (n - 1) % greatest(cardinality($5::int[]), 1)], $3::text, $3::text || ' ' || n, code, $6::int, $6::int,
       coalesce($6::int * $6::int, 0)
     from unnest($4::text[]) with ordinality made (code, n) returning id`,
    [lab.domain_id, lab.id, kind, newCodes(count), parents, side],
  );
  return idsOf(rows);
}

/** From the kit to the vials of each patient, some thousand patients in one transaction. */
async function addThreads(
  owner: pg.Client,
  lab: Lab,
  lots: readonly number[],
  boxes: readonly number[],
): Promise<void> {
  const { rows } = await owner.query<{ id: number }>(
    "select subject_id as id from active_relations where object_id = $1 and kind = 'lab' order by 1",
    [lab.id],
  );
  for (let done = 0; done < rows.length; done += AT_ONCE) {
    const patients = idsOf(rows.slice(done, done + AT_ONCE));
    await owner.query('begin');
    await addThreadsOf(owner, lab, lots, patients);
    await addVials(owner, lab, patients, boxes, done * VIALS_A_PATIENT);
    await owner.query('commit');
  }
}

async function addThreadsOf(owner: pg.Client, lab: Lab, lots: readonly number[], patients: readonly number[]) {
  const ofLab = [lab.domain_id, lab.id, patients, newCodes(patients.length), lots];
  await owner.query(
    `with given as (select * from unnest($3::int[], $4::text[]) with ordinality t (patient_id, code, n)),
     kit as (insert into kits (domain_id, lab_id, lot_id, code, state)
       select $1, $2, ($5::int[])[1 + 4 * (n % (cardinality($5::int[]) / 4))], code, 'received' from given returning id, code),
     harvest as (insert into harvests (domain_id, lab_id, kit_id, patient_id, center_id, harvested_at)
       select $1, $2, kit.id, patient_id, $2, now() - interval '30 days' from kit join given using (code)
       returning id, patient_id, kit_id),
     arrival as (insert into arrivals (domain_id, lab_id, patient_id, harvest_id, kit_id, arrived_at, condition, indicator,
         identity_matches, transit_minutes, window_minutes, decision)
       select $1, $2, patient_id, id, kit_id, now() - interval '29 days', 'intact', 'ok', true, 1440, 4320, 'accepted'
       from harvest returning id, patient_id)
     insert into batches (domain_id, lab_id, patient_id, arrival_id, code, passage, opened_on, state)
     select $1, $2, patient_id, arrival.id, code, 1, current_date - 28, 'closed' from arrival join given using (patient_id)`,
    ofLab,
  );
  await owner.query(
    `insert into batch_lots (batch_id, lot_id, domain_id, lab_id)
     select id, ($3::int[])[2 + 4 * ((id + used) % (cardinality($3::int[]) / 4))], $1, $2 from batches, generate_series(0, 2) used
     where patient_id = any($4)`,
    [lab.domain_id, lab.id, lots, patients],
  );
  await owner.query(
    `insert into qc_results (domain_id, lab_id, batch_id, test, value, unit, limit_words, verdict, sampled_on)
     select $1, $2, id, test, 90, '', '', 'pass', current_date - 20
     from batches, unnest(array['viability', 'count', 'sterility']) test where patient_id = any($3)`,
    [lab.domain_id, lab.id, patients],
  );
}

/** One vial in 100 is held, another one has no position yet. */
async function addVials(
  owner: pg.Client,
  lab: Lab,
  patients: readonly number[],
  boxes: readonly number[],
  before: number,
) {
  await owner.query(
    `with entries as (insert into vial_entries (patient_id, domain_id, type, quantity, date)
       select patient_id, $1, 'added', ${VIALS_A_PATIENT}, current_date - 27 from unnest($3::int[]) patient_id
       returning id, patient_id),
     made as (insert into vials (patient_id, domain_id, lab_id, batch_id, code, added_entry_id, box_id, position, held_at,
         hold_reason)
       select entries.patient_id, $1, $2, batches.id, given.code, entries.id,
         case when given.n % 100 <> 1 then ($5::int[])[1 + ($6 + given.n - 1) / ${BOX_POSITIONS}] end,
         case when given.n % 100 <> 1 then 1 + ($6 + given.n - 1) % ${BOX_POSITIONS} end,
         case when given.n % 100 = 0 then now() end, case when given.n % 100 = 0 then 'awaiting_release' end
       from unnest($4::text[]) with ordinality given (code, n)
       join unnest($3::int[]) with ordinality patient (id, n) on patient.n = 1 + (given.n - 1) / ${VIALS_A_PATIENT}
       join entries on entries.patient_id = patient.id
       join batches on batches.patient_id = patient.id returning id, box_id, position)
     insert into moves (domain_id, lab_id, vial_id, to_box, position)
     select $1, $2, id, box_id, position from made where box_id is not null`,
    [lab.domain_id, lab.id, patients, newCodes(patients.length * VIALS_A_PATIENT), boxes, before],
  );
}

/** One order for every fifth patient; the newest few wait for a picker. */
async function addOrders(owner: pg.Client, lab: Lab): Promise<void> {
  const { rows } = await owner.query<{ id: number }>(
    "select subject_id as id from active_relations where object_id = $1 and kind = 'lab' and subject_id % 5 = 0",
    [lab.id],
  );
  await owner.query(
    `insert into vial_orders (domain_id, lab_id, patient_id, checkout_id, transaction_id, product_id, quantity, code,
       state, shipped_entry_id, delivered_at)
     select $1, $2, patient_id, -patient_id, -patient_id, 2, 1, code,
       case when n <= 20 then 'ready' else 'delivered' end, case when n > 20 then 1 end, case when n > 20 then now() end
     from unnest($3::int[], $4::text[]) with ordinality t (patient_id, code, n)`,
    [lab.domain_id, lab.id, idsOf(rows), newCodes(rows.length)],
  );
  await owner.query(
    `update vials set order_id = chosen.order_id from (
       select distinct on (vial_orders.id) vial_orders.id as order_id, vials.id from vial_orders
       join vials using (patient_id) where vial_orders.lab_id = $1 and vial_orders.state = 'ready' and held_at is null
       order by vial_orders.id, vials.id) chosen where vials.id = chosen.id`,
    [lab.id],
  );
}

/** A scan for each vial, a hundred a day. */
async function addActions(owner: pg.Client, lab: Lab): Promise<void> {
  await owner.query(
    `insert into scan_actions (id, domain_id, lab_id, user_id, input, kind, facts, answer, at)
     select gen_random_uuid(), $1, $2, $2, 'scanner', 'place_vial', '{}', '{}',
       now() - row_number() over (order by id) * interval '14 minutes' from vials where lab_id = $2`,
    [lab.domain_id, lab.id],
  );
}

async function countPlaces(owner: pg.Client, lab: Lab): Promise<void> {
  await owner.query(
    `update places set filled = counted.filled from (
       select box_id, count(*)::int as filled from vials where box_id is not null group by 1) counted
     where places.id = counted.box_id and lab_id = $1`,
    [lab.id],
  );
  for (const kind of ['rack', 'freezer', 'facility']) {
    await owner.query(
      `update places set filled = below.filled, capacity = below.capacity from (
         select parent_id, sum(filled)::int as filled, sum(capacity)::int as capacity from places group by 1) below
       where places.id = below.parent_id and lab_id = $1 and kind = $2`,
      [lab.id, kind],
    );
  }
}
