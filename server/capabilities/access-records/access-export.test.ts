import { accessCsvColumns, exportAccess, listAccess } from '@vialkeep/contract/access-records.ts';
import { BYTE_ORDER_MARK, FORMULA_SIGNS, harmless } from '@vialkeep/contract/kernel/csv.ts';
import { readPatientRecord } from '@vialkeep/contract/patients.ts';
import { loginAsUser } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cellsOf } from '../../testing/csv/csv-cells.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

const reasons = [
  ...FORMULA_SIGNS.flatMap((sign) => [`${sign}cmd|calc`, `asked;${sign}1+1`]),
  'two, "quoted" words',
  'Ünïcode 😀, then ;=1',
];

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  const user_id = await world.idOf('patient@vialkeep.test');
  for (const reason of reasons) {
    // Another session for each reason, because the same opening within five minutes is not repeated.
    await world.call(await world.as('admin'), loginAsUser, { body: { user_id, reason } });
  }
  await world.call(await world.as('hc'), readPatientRecord, { params: { id: user_id } });
});
afterAll(() => world.close());

describe('The file of openings', () => {
  test('the file has the rows of the list with the same values, and no cell that runs as a formula', async () => {
    const query = { subject_id: await world.idOf('patient@vialkeep.test') };
    const { results, count } = await world.call(admin, listAccess, { query: { ...query, limit: 100 } });
    expect(count).toBe(results.length);
    const file = await world.send(admin, exportAccess, { query });
    expect(file.statusCode).toBe(200);
    expect(file.body.startsWith(BYTE_ORDER_MARK)).toBe(true);
    const [header, ...rows] = cellsOf(file.body.slice(1));
    expect(header).toEqual([...accessCsvColumns]);
    const rowOf = (row: readonly string[]) => {
      const [at, site, actor, user, what, subject, object, seen = '', reason] = row;
      return { at, site, actor, user, what, subject, object, seen: seen === '' ? 0 : seen.split(' ').length, reason };
    };
    const expected = results.map(({ at, site, actor, user, what, subject, object, seen, reason }) => ({
      at,
      site,
      actor: String(actor?.id),
      user: String(user?.id),
      what,
      subject: String(subject?.id),
      object: harmless(object),
      seen: seen ?? 0,
      reason: harmless(reason ?? ''),
    }));
    expect(rows.map(rowOf).toSorted(byContent)).toEqual(expected.toSorted(byContent));
    expect(rows.map((row) => row[accessCsvColumns.indexOf('Reason')])).toEqual(
      expect.arrayContaining(reasons.map(harmless)),
    );
    const begins = new RegExp(`(^|;)[${FORMULA_SIGNS.join('').replace('-', '\\-')}]`);
    expect(rows.flat().filter((cell) => begins.test(cell))).toEqual([]);
  });
});

function byContent(one: object, other: object): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}
