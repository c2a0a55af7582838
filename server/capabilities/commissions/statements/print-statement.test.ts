import { exportCommissionStatement, printCommissionStatement } from '@vialkeep/contract/commissions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clearCommissions, daysAgo, switchCommissions } from '../../../testing/commissions/commission-world.ts';
import { newWorld, type World } from '../../../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await newWorld();
  await clearCommissions(world);
  await switchCommissions(world, true);
});
afterAll(() => world.close());

test('a short statement is printed; one of more than 5,000 rows is refused and points to the CSV, which has every row', async () => {
  const rep = await world.as('rep');
  const params = { user_id: rep.user.id, month: daysAgo(0).slice(0, 7) };
  const addLines = (n: number) =>
    world.sql(
      `insert into commission_lines (domain_id, person_id, level, kind, cents, payable_on, retained, reason)
       select 1, $1, 'none', 'adjustment', 100, current_date, false, 'Line ' || n from generate_series(1, $2::int) n`,
      [rep.user.id, n],
    );
  await addLines(40);
  const printed = await world.send(rep, printCommissionStatement, { params });
  expect([printed.statusCode, printed.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  await addLines(4_961);
  const refused = await world.send(rep, printCommissionStatement, { params });
  expect([refused.statusCode, refused.json().reason, refused.json().message]).toEqual([
    409,
    'too_long_to_print',
    'This month has more than 5,000 rows, too many for a PDF. Download it as CSV.',
  ]);
  const csv = await world.send(rep, exportCommissionStatement, { params });
  expect(csv.body.match(/,Line \d/g)).toHaveLength(5_001);
});
