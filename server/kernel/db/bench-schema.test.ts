import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BenchRows, fillBench, newCode } from '../../testing/bench/fill-bench.ts';
import { newPatient } from '../../testing/new-patient.ts';
import { newWorld, type World } from '../../testing/world.ts';

let world: World;
let bench: BenchRows;
beforeAll(async () => {
  world = await newWorld();
  bench = await fillBench(world);
});
afterAll(() => world.close());

const changeVial = (values: string, id = bench.vial) => world.sql(`update vials set ${values} where id = $1`, [id]);
/** The constraint that refuses it. */
const refusedBy = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'not refused',
    ({ constraint, message }: { constraint?: string; message: string }) => constraint ?? message,
  );
/** The values of the first vial as they were when it was made. */
const RESET = `state = 'stored', shipped_entry_id = null, box_id = null, position = null, held_at = null, hold_reason = null,
  hold_deviation_id = null, order_id = null, picked_at = null, packed_at = null`;
const HELD = "held_at = now(), hold_reason = 'awaiting_release'";
const filled = async (id: number) =>
  (await world.sql<{ filled: number; capacity: number }>('select filled, capacity from places where id = $1', [id]))[0];

describe('Vials at the bench', () => {
  test('a new vial belongs to the lab of its patient, is released, unplaced and free', async () => {
    const [vial] = await world.sql('select lab_id, state, held_at, box_id, order_id from vials where id = $1', [
      bench.vial,
    ]);
    expect(vial).toEqual({ lab_id: bench.lab, state: 'stored', held_at: null, box_id: null, order_id: null });
  });

  test('two vials in one position of a box are refused', async () => {
    await changeVial(`box_id = ${bench.box}, position = 4`);
    const second = changeVial(`box_id = ${bench.box}, position = 4`, bench.secondVial);
    expect(await refusedBy(second)).toBe('one_vial_in_a_position');
    await changeVial(RESET);
  });

  test.each([
    ['a box without a position', 'box_id = $box', 'vial_box_has_a_position'],
    ['a position that the box does not have', 'box_id = $box, position = 7', 'vials_are_in_positions_of_boxes'],
    ['a position in a rack', 'box_id = $rack, position = 1', 'vials_are_in_positions_of_boxes'],
    ['a discarded vial that is held', `state = 'discarded', ${HELD}`, 'only_stored_vials_are_placed_or_held'],
    [
      'a discarded vial with a position',
      "state = 'discarded', box_id = $box, position = 1",
      'only_stored_vials_are_placed_or_held',
    ],
    ['a hold without a reason', 'held_at = now()', 'vial_hold_has_a_reason'],
    ['a hold for an unknown reason', "held_at = now(), hold_reason = 'mood'", 'vial_hold_reasons'],
    ['a reserved vial that is held', `order_id = $order, ${HELD}`, 'held_vials_are_not_reserved'],
    ['a picked vial without an order', 'picked_at = now()', 'picked_vials_have_an_order'],
    ['a packed vial that was not picked', 'order_id = $order, packed_at = now()', 'packed_vials_are_picked'],
    [
      'a picked vial with a position',
      'order_id = $order, picked_at = now(), box_id = $box, position = 1',
      'picked_vials_have_no_position',
    ],
    ['a discarded vial of an order', "state = 'discarded', order_id = $order", 'orders_have_vials_in_store_or_shipped'],
    ['an unknown state', "state = 'lost'", 'a_vial_is_somewhere'],
  ])('%s is refused', async (_, values, constraint) => {
    const text = values.replace(/\$(box|rack|order)/g, (_all, name: 'box' | 'rack' | 'order') => String(bench[name]));
    expect(await refusedBy(changeVial(text))).toBe(constraint);
  });

  test('a batch or an order of another patient is refused', async () => {
    const other = await fillBench(world);
    expect(await refusedBy(changeVial(`batch_id = ${other.batch}`))).toBe('vial_batch_of_the_patient');
    expect(await refusedBy(changeVial(`order_id = ${other.order}`))).toBe('vial_order_of_the_patient');
  });

  test('a stored vial can be discarded', async () => {
    await changeVial("state = 'discarded'");
    await changeVial(RESET);
  });

  test('a vial that is inserted with a position is refused', async () => {
    const made = world.sql(
      `insert into vials (domain_id, patient_id, code, added_entry_id, box_id, position)
       select domain_id, patient_id, $2, added_entry_id, $3, 1 from vials where id = $1`,
      [bench.vial, newCode(), bench.box],
    );
    expect(await refusedBy(made)).toBe('new_vials_are_unplaced');
  });
});

describe('Places', () => {
  test.each([
    { rows: 0, columns: 9 },
    { rows: 17, columns: 9 },
    { rows: 9, columns: 0 },
    { rows: 9, columns: 17 },
    { rows: 9 },
    {},
  ])('a box of the size %j is refused', async (size) => {
    expect(await refusedBy(bench.place(bench.rack, 'box', { name: 'Wrong', ...size }))).toBe('box_sizes');
  });

  test('a place stands in a place of an earlier kind, and only a facility stands in none', async () => {
    const { facility, freezer, rack, box, place } = bench;
    for (const [parent, kind] of [
      [box, 'rack'],
      [rack, 'rack'],
      [rack, 'freezer'],
    ] as const) {
      expect(await refusedBy(place(parent, kind, { name: 'Wrong' }))).toBe('places_stand_in_order');
    }
    expect(await refusedBy(place(null, 'rack', { name: 'Wrong' }))).toBe('facilities_have_no_parent');
    expect(await refusedBy(world.sql('update places set parent_id = $2 where id = $1', [freezer, rack]))).toBe(
      'places_stand_in_order',
    );
    expect(await refusedBy(world.sql('update places set parent_id = $2 where id = $1', [facility, box]))).toBe(
      'places_stand_in_order',
    );
  });

  test('a name is used once in its parent, and the parent belongs to the same lab', async () => {
    const other = await fillBench(world);
    expect(await refusedBy(bench.place(bench.freezer, 'rack', { name: 'RACK 1' }))).toBe('place_names_in_parent');
    expect(await refusedBy(bench.place(other.rack, 'box', { rows: 9, columns: 9 }))).toBe('place_parent');
  });

  test('vials and positions are counted in the box and in all above it, also when the rack moves', async () => {
    const { facility, freezer, rack, box, place } = bench;
    const other = await place(facility, 'freezer', { name: 'Freezer 2' });
    await world.sql('update vials set box_id = $3, position = id % 2 + 1 where id in ($1, $2)', [
      bench.vial,
      bench.secondVial,
      box,
    ]);
    for (const id of [box, rack, freezer, facility]) expect(await filled(id)).toEqual({ filled: 2, capacity: 6 });
    await world.sql('update places set parent_id = $2 where id = $1', [rack, other]);
    expect(await filled(freezer)).toEqual({ filled: 0, capacity: 0 });
    expect(await filled(other)).toEqual({ filled: 2, capacity: 6 });
    expect(await filled(facility)).toEqual({ filled: 2, capacity: 6 });
    await world.sql('update places set parent_id = $2 where id = $1', [rack, freezer]);
    await changeVial(RESET, bench.secondVial);
    expect(await filled(facility)).toEqual({ filled: 1, capacity: 6 });
    await changeVial(RESET);
  });

  test('a place is retired only if it is empty, stays retired, and takes its positions with it', async () => {
    const retire = (id: number) => refusedBy(world.sql('update places set retired_at = now() where id = $1', [id]));
    const rack = await bench.place(bench.freezer, 'rack', { name: 'Rack 9' });
    const box = await bench.place(rack, 'box', { rows: 2, columns: 2 });
    await changeVial(`box_id = ${box}, position = 1`);
    expect(await retire(box)).toBe('retired_places_are_empty');
    await changeVial(RESET);
    expect(await retire(rack)).toBe('retired_places_are_empty');
    expect(await retire(box)).toBe('not refused');
    expect(await filled(rack)).toEqual({ filled: 0, capacity: 0 });
    expect(await refusedBy(changeVial(`box_id = ${box}, position = 1`))).toBe('retired_places_are_empty');
    expect(await refusedBy(world.sql('update places set retired_at = null where id = $1', [box]))).toBe(
      'retired_places_stay',
    );
  });

  test('a box has one open count', async () => {
    expect(await refusedBy(bench.insert('stock_counts', { ...bench.ofLab, box_id: bench.box }))).toBe(
      'one_open_count_of_a_box',
    );
    await world.sql('update stock_counts set closed_at = now() where id = $1', [bench.count]);
    await bench.insert('stock_counts', { ...bench.ofLab, box_id: bench.box });
  });

  test('a move has one subject', async () => {
    const both = bench.insert('moves', { ...bench.ofLab, vial_id: bench.vial, place_id: bench.box });
    expect(await refusedBy(both)).toBe('moves_have_one_subject');
    expect(await refusedBy(bench.insert('moves', bench.ofLab))).toBe('moves_have_one_subject');
  });
});

describe('Intake', () => {
  const arrive = async (changes: object) => {
    const patient = await newPatient(world);
    const criteria = { condition: 'intact', indicator: 'ok', identity_matches: true, window_minutes: 60 };
    const row = { ...bench.ofLab, patient_id: patient, arrived_at: new Date(), ...criteria, decision: 'accepted' };
    return { patient, arrival: bench.insert('arrivals', { ...row, ...changes }) };
  };

  test.each([{ condition: 'wet' }, { indicator: 'exceeded' }, { identity_matches: false }, { transit_minutes: 61 }])(
    'tissue with %j is not accepted without a deviation',
    async (criterion) => {
      const plain = await arrive(criterion);
      expect(await refusedBy(plain.arrival)).toBe('accepted_arrivals_meet_every_criterion');
      const decided = await arrive({ ...criterion, decision: 'accepted_with_deviation', reason: 'A good reason' });
      expect(await refusedBy(decided.arrival)).toBe('not refused');
    },
  );

  test('tissue in a kit that must not be used is not accepted without a deviation', async () => {
    const plain = await arrive({ kit_fault: 'void' });
    expect(await refusedBy(plain.arrival)).toBe('accepted_arrivals_have_a_good_kit');
    const decided = await arrive({ kit_fault: 'void', decision: 'rejected', reason: 'A good reason' });
    expect(await refusedBy(decided.arrival)).toBe('not refused');
  });

  test('the tissue of a kit arrives once, and an arrival has the kit of its harvest', async () => {
    const [row] = await world.sql('select kit_id from arrivals where id = $1', [bench.arrival]);
    expect(row).toEqual({ kit_id: bench.kit });
    const again = await arrive({ kit_id: bench.kit });
    expect(await refusedBy(again.arrival)).toBe('tissue_arrives_once');
  });

  test('a batch has an arrival of its own patient that was not rejected, and a passage of its own', async () => {
    const { patient, arrival } = await arrive({ decision: 'rejected', reason: 'It was frozen' });
    const open = (values: object) =>
      bench.insert('batches', { ...bench.ofLab, code: newCode(), passage: 1, opened_on: '2026-01-01', ...values });
    expect(await refusedBy(open({ patient_id: patient, arrival_id: await arrival }))).toBe(
      'rejected_tissue_is_not_processed',
    );
    expect(await refusedBy(open({ patient_id: patient, arrival_id: bench.arrival }))).toBe(
      'batch_arrival_of_the_patient',
    );
    expect(await refusedBy(open({ patient_id: bench.patient }))).toBe('passages_once');
  });

  test('a test has one current result, and a correction names the one it replaces and why', async () => {
    expect(await refusedBy(bench.insert('qc_results', bench.result))).toBe('one_first_result_of_a_test');
    const correction = { ...bench.result, replaces_id: bench.qc };
    expect(await refusedBy(bench.insert('qc_results', correction))).toBe('corrections_have_a_reason');
    await bench.insert('qc_results', { ...correction, reason: 'Misread' });
    expect(await refusedBy(bench.insert('qc_results', { ...correction, reason: 'Again' }))).toBe(
      'results_are_replaced_once',
    );
  });

  test('a kit is harvested with once, and a lot is known once', async () => {
    const { kit, patient, center } = bench;
    const harvest = { ...bench.ofLab, kit_id: kit, patient_id: patient, center_id: center, harvested_at: new Date() };
    expect(await refusedBy(bench.insert('harvests', harvest))).toBe('kits_are_used_once');
    const lot = { ...bench.ofLab, kind: 'kit', name: 'Kit', lot: 'HK-1', received_on: '2026-01-01' };
    expect(await refusedBy(bench.insert('lots', lot))).toBe('lots_are_known_once');
  });
});

describe('Records that stay', () => {
  test.each([
    'signatures',
    'scan_actions',
    'arrivals',
    'arrival_photos',
    'batch_lots',
    'batch_lot_corrections',
    'arrival_corrections',
    'lot_corrections',
    'qc_results',
    'moves',
    'deviation_vials',
    'deviation_letters',
    'discards',
    'discard_photos',
    'label_prints',
  ])('rows of %s can neither be changed nor deleted, by the roles of the server and by the owner', async (table) => {
    for (const change of [`update ${table} set lab_id = lab_id`, `delete from ${table}`, `truncate ${table} cascade`]) {
      await expect(world.sql(change), change).rejects.toThrow('is append-only');
    }
    for (const role of ['vialkeep_platform', 'vialkeep_tenant']) {
      const [may] = await world.sql(
        `select has_table_privilege($1, $2, 'update') or has_any_column_privilege($1, $2, 'update')
           or has_table_privilege($1, $2, 'delete') as change, has_table_privilege($1, $2, 'select, insert') as add`,
        [role, table],
      );
      expect(may, role).toEqual({ change: false, add: true });
    }
  });

  test('a deviation is closed only with a signature, and then stays as it is', async () => {
    const close = (values: string) =>
      refusedBy(world.sql(`update deviations set state = 'closed', ${values} where id = $1`, [bench.deviation]));
    expect(await close("closed_at = now(), risk = 'none', conclusion = 'Fine.'")).toBe('closed_deviations_are_signed');
    const signed = `closed_at = now(), signature_id = ${bench.signature}`;
    expect(await close(signed)).toBe('closed_deviations_have_a_conclusion');
    expect(await close(`${signed}, risk = 'none', conclusion = 'Fine.'`)).toBe('not refused');
    expect(await close("conclusion = 'Bad.'")).toBe('closed_deviations_stay');
  });

  test('an action is undone once', async () => {
    const undo = () =>
      world.sql(
        `insert into scan_actions (id, domain_id, lab_id, user_id, input, kind, facts, answer, undoes)
         values (gen_random_uuid(), 1, $1, $1, 'typed', 'undo', '{}', '{}', $2)`,
        [bench.lab, bench.action],
      );
    await undo();
    expect(await refusedBy(undo())).toBe('actions_are_undone_once');
  });

  test('settings of an account that is not a lab are refused', async () => {
    const settings = { domain_id: 1, lab_id: bench.center };
    expect(await refusedBy(bench.insert('lab_settings', settings))).toBe('bench_of_a_lab');
  });
});
