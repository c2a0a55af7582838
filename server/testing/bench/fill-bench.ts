import { randomBytes, randomUUID } from 'node:crypto';
import { vialCodeFrom } from '@vialkeep/contract/vial-code.ts';
import type { World } from '../world.ts';

export const newCode = () => vialCodeFrom(randomBytes(8));

/** A row of every table of the bench, of a new lab of this site with a patient, and the ids of what tests need. */
export async function fillBench(world: World, site = 1) {
  const insert = async (table: string, values: Record<string, unknown>, key = 'id'): Promise<number> => {
    const names = Object.keys(values);
    const [row] = await world.sql<{ key: number }>(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})
       returning ${key} as key`,
      Object.values(values),
    );
    if (!row) throw new Error(`No row was made in ${table}.`);
    return row.key;
  };
  const account = (plan: number) =>
    insert('users', {
      domain_id: site,
      plan_id: plan,
      email: `${randomUUID()}@bench.test`,
      first_name: 'Bench',
      last_name: `Plan ${plan}`,
    });
  const lab = await account(1);
  const center = await account(4);
  const patient = await account(2);
  const ofLab = { domain_id: site, lab_id: lab };
  await insert('relations', { domain_id: site, subject_id: patient, kind: 'lab', object_id: lab });
  await insert('lab_settings', { ...ofLab, bench_on: true });
  const operator = await insert('lab_operators', {
    ...ofLab,
    name: 'Ann Bench',
    code: newCode(),
    pin_hash: '$argon2id$none',
  });
  const [login] = await world.sql<{ id: number }>(
    `insert into sessions (domain_id, token_hash, kind, user_id, actor_id, site_id, device, expires_at)
     values ($1, sha256(gen_random_uuid()::text::bytea), 'login', $2, $2, $1, 'A tablet', now() + interval '1 day')
     returning id`,
    [site, lab],
  );
  await insert('bench_shifts', { ...ofLab, session_id: login?.id, operator_id: operator, until: new Date() });
  const signature = await insert('signatures', {
    ...ofLab,
    user_id: lab,
    operator_id: operator,
    printed_name: 'Ann Bench',
    meaning: 'closed',
    subject: 'deviation',
    subject_id: '1',
    record: '{}',
    record_sha256: '0'.repeat(64),
  });
  const action = randomUUID();
  await insert(
    'scan_actions',
    { ...ofLab, id: action, user_id: lab, input: 'typed', kind: 'place_vial', facts: '{}', answer: '{}' },
    'lab_id',
  );
  const deviation = await insert('deviations', {
    ...ofLab,
    title: 'A dropped box',
    text: '',
    source: '{"lab_day": "2026-01-01"}',
  });
  await insert('deviation_letters', { ...ofLab, deviation_id: deviation, user_id: center }, 'user_id');
  const lot = await insert('lots', { ...ofLab, kind: 'kit', name: 'Kit', lot: 'HK-1', received_on: '2026-01-01' });
  const kit = await insert('kits', { ...ofLab, lot_id: lot, code: newCode() });
  const harvest = await insert('harvests', {
    ...ofLab,
    kit_id: kit,
    patient_id: patient,
    center_id: center,
    harvested_at: '2026-01-02T10:00:00Z',
  });
  const inspection = {
    ...ofLab,
    patient_id: patient,
    arrived_at: '2026-01-03T10:00:00Z',
    condition: 'intact',
    indicator: 'ok',
    identity_matches: true,
    transit_minutes: 1440,
    window_minutes: 4320,
    decision: 'accepted',
    tracking_number: '',
  };
  const arrival = await insert('arrivals', { ...inspection, harvest_id: harvest });
  const correction = { ...inspection, arrival_id: arrival, reason: 'The box was intact.' };
  await insert('arrival_corrections', correction);
  const lastDay = { expires_on: '2027-01-01', reason: 'The label says 2027.' };
  await insert('lot_corrections', { ...ofLab, lot_id: lot, ...lastDay });
  const photo = `bench-photo/${randomUUID()}.png`;
  const file = { name: photo, domain_id: site, owner_id: lab, uploaded_by: lab, media_type: 'image/png', bytes: 1 };
  await insert('files', { ...file, sha256: '0'.repeat(64) }, 'name');
  await insert('arrival_photos', { ...ofLab, arrival_id: arrival, n: 1, file: photo }, 'n');
  const discard = await insert('discards', { ...ofLab, basis: 'damaged', note: 'Broken', signature_id: signature });
  const broken = `bench-photo/${randomUUID()}.png`;
  await insert('files', { ...file, name: broken, sha256: '0'.repeat(64) }, 'name');
  await insert('discard_photos', { ...ofLab, discard_id: discard, n: 1, file: broken }, 'n');
  const batch = await insert('batches', {
    ...ofLab,
    patient_id: patient,
    arrival_id: arrival,
    code: newCode(),
    passage: 1,
    opened_on: '2026-01-03',
  });
  await insert('batch_lots', { ...ofLab, batch_id: batch, lot_id: lot }, 'lot_id');
  await insert('batch_lot_corrections', { ...ofLab, batch_id: batch, lot_id: lot, is_used: true });
  const result = {
    ...ofLab,
    batch_id: batch,
    test: 'viability',
    value: 91,
    unit: '%',
    limit_words: 'at least 70 %',
    verdict: 'pass',
    sampled_on: '2026-01-04',
  };
  const qc = await insert('qc_results', result);
  const place = (parent_id: number | null, kind: string, size: object = {}) =>
    insert('places', { ...ofLab, parent_id, kind, name: `${kind} 1`, code: newCode(), ...size });
  const facility = await place(null, 'facility');
  const freezer = await place(facility, 'freezer');
  const rack = await place(freezer, 'rack');
  const box = await place(rack, 'box', { rows: 2, columns: 3 });
  const [firstCode, secondCode] = [newCode(), newCode()];
  const vials = await world.sql<{ id: number; code: string; entry: number }>(
    `with entry as (insert into vial_entries (domain_id, patient_id, type, quantity, date)
       values ($1, $2, 'added', 2, '2026-01-20') returning id)
     insert into vials (domain_id, patient_id, code, added_entry_id, batch_id)
     select $1, $2, code, entry.id, $4 from entry, unnest($3::text[]) code
     returning id, code, added_entry_id as entry`,
    [site, patient, [firstCode, secondCode], batch],
  );
  const [vial, secondVial] = vials.map(({ id }) => id);
  const checkout = await insert('checkouts', {
    domain_id: site,
    buyer_id: center,
    actor_id: center,
    invoice_id: 1,
    fingerprint: randomBytes(32),
    ordered: '{}',
    total_cents: 100,
    gateway: 'bench',
    reference: randomUUID().slice(0, 18),
  });
  const order = await insert('vial_orders', {
    ...ofLab,
    patient_id: patient,
    checkout_id: checkout,
    product_id: 2,
    quantity: 1,
    code: newCode(),
  });
  await insert('moves', { ...ofLab, vial_id: vial, to_box: box, position: 1, action_id: action });
  const count = await insert('stock_counts', { ...ofLab, box_id: box });
  await insert('count_lines', { ...ofLab, count_id: count, code: firstCode, finding: 'right' });
  await insert('label_prints', { ...ofLab, codes: [firstCode], format: 'roll' });
  await insert(
    'deviation_vials',
    { ...ofLab, deviation_id: deviation, vial_id: vial, state_then: 'stored' },
    'vial_id',
  );
  return {
    lab,
    center,
    patient,
    operator,
    signature,
    action,
    deviation,
    kit,
    arrival,
    batch,
    qc,
    result,
    facility,
    freezer,
    rack,
    box,
    vial,
    secondVial,
    order,
    count,
    insert,
    ofLab,
    place,
  };
}

export type BenchRows = Awaited<ReturnType<typeof fillBench>>;
