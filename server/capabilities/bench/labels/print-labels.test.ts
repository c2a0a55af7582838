import { printLabels } from '@vialkeep/contract/bench.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BenchRows, fillBench, newCode } from '../../../testing/bench/fill-bench.ts';
import { newOperator, openBench } from '../../../testing/bench/lab-world.ts';
import { type Caller, newWorld, type World } from '../../../testing/world.ts';

let world: World;
let admin: Caller;
let here: BenchRows;
beforeAll(async () => {
  world = await newWorld({ DATABASE_POOL: '16' });
  admin = await world.as('admin');
  here = await fillBench(world);
  await world.sql('alter table label_prints disable trigger user; delete from label_prints');
  await world.sql('alter table label_prints enable trigger user');
});
afterAll(() => world.close());

const print = (body: object, caller = admin) =>
  world.send(caller, printLabels, { body: { lab_id: here.lab, format: 'zpl', ...body } });
const refusal = (body: object) =>
  world.wholeRefusalOf(admin, printLabels, { body: { lab_id: here.lab, format: 'zpl', ...body } });
const codeOf = async (table: string, id: number | undefined) =>
  (await world.sql<{ code: string }>(`select code from ${table} where id = $1`, [id]))[0]?.code ?? '';
const prints = () =>
  world.sql<{ codes: string[]; format: string; reason: string | null }>(
    'select codes, format, reason from label_prints where lab_id = $1 order by id',
    [here.lab],
  );

/** A vial of the lab's patient that has no label yet. */
async function newVial(): Promise<string> {
  const code = newCode();
  await world.sql(
    `insert into vials (domain_id, patient_id, code, added_entry_id)
     select domain_id, patient_id, $2, added_entry_id from vials where id = $1`,
    [here.vial, code],
  );
  return code;
}

describe('Labels of the bench', () => {
  test('F165 labels of every kind leave as one file, which says the number of the patient and no name', async () => {
    const vial = await newVial();
    const kit = await codeOf('kits', here.kit);
    const place = await codeOf('places', here.box);
    const batch = await codeOf('batches', here.batch);
    const order = await codeOf('vial_orders', here.order);
    const badge = await codeOf('lab_operators', here.operator);
    const answer = await print({ codes: [vial, `K${kit}`, `b-${place}`, `T${batch}`, `R${order}`, `P${badge}`] });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="labels.zpl"',
      'cache-control': 'no-store',
    });
    expect(answer.body.match(/\^XA/g)).toHaveLength(6);
    expect(answer.body).toContain(`^FDV${vial.replaceAll('-', '')}^FS`);
    expect(answer.body).toContain(`^FDPatient ${here.patient}^FS`);
    expect(answer.body).toContain('^FDFOR AUTOLOGOUS USE ONLY^FS');
    expect(answer.body).toContain('^FDLot HK-1^FS');
    expect(answer.body).not.toMatch(/Ann|Bench Plan/);
    expect((await prints()).at(-1)).toMatchObject({
      codes: [vial, `K-${kit}`, `B-${place}`, `T-${batch}`, `R-${order}`, `P-${badge}`],
      reason: null,
    });
  });

  test.each(['sheet', 'roll'])('a %s is a PDF', async (format) => {
    const answer = await print({ codes: [await newVial()], format, start_at: 80 });
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('a label that is printed again needs a reason, which is kept', async () => {
    const codes = [await newVial()];
    await print({ codes });
    const before = await prints();
    expect(await refusal({ codes })).toMatchObject({
      status: 409,
      reason: 'reprint_reason',
      message: 'Say why they are printed again.',
      fields: { reason: 'Say why they are printed again.' },
    });
    expect(await refusal({ codes: [await newVial(), ...codes], reason: '  ' })).toMatchObject({
      reason: 'reprint_reason',
    });
    expect(await prints()).toEqual(before);
    expect((await print({ codes, reason: 'The label tore.' })).statusCode).toBe(200);
    expect((await prints()).at(-1)).toEqual({ codes, format: 'zpl', reason: 'The label tore.' });
  });

  test('a first print keeps no reason', async () => {
    await print({ codes: [await newVial()], reason: 'Because.' });
    expect((await prints()).at(-1)?.reason).toBeNull();
  });

  test('one of 10 simultaneous first prints of a label needs no reason, and the others do', async () => {
    const codes = [await newVial()];
    const answers = await Promise.all(Array.from({ length: 10 }, () => print({ codes })));
    const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
    expect([count(200), count(409)]).toEqual([1, 9]);
  });

  test('one wrong code refuses the whole call by its name, the same for another lab’s and for none', async () => {
    const other = await fillBench(world, 1);
    const north = await fillBench(world, 2);
    const good = await newVial();
    const before = await prints();
    for (const wrong of [
      await codeOf('vials', other.vial),
      await codeOf('vials', north.vial),
      newCode(),
      `K${newCode()}`,
    ]) {
      const shown = wrong.startsWith('K') && wrong.length === 12 ? `K-${wrong.slice(1)}` : wrong;
      const message = `There is no ${shown} at this lab.`;
      expect(await refusal({ codes: [good, wrong] })).toMatchObject({
        status: 404,
        message,
        fields: { codes: message },
      });
    }
    expect(await refusal({ codes: ['^XZ'] })).toMatchObject({
      status: 400,
      message: expect.not.stringContaining('^XZ'),
    });
    expect(await prints()).toEqual(before);
  });

  test.each([
    [{ codes: [] }, 'codes'],
    [{ codes: Array.from({ length: 501 }, newCode) }, 'codes'],
    [{ codes: ['x'], format: 'png' }, 'format'],
    [{ codes: ['x'], start_at: 86 }, 'start_at'],
  ])('the input %# is refused with 400 at its field', async (body, field) => {
    expect(await refusal(body)).toMatchObject({ status: 400, fields: { [field]: expect.any(String) } });
  });

  test('a lab with operators needs a badge to print', async () => {
    const { lab } = await openBench(world);
    const { code } = await newOperator(world, lab);
    const again = await world.as('lab');
    const body = { codes: [`P${code}`], format: 'zpl' };
    expect(await world.wholeRefusalOf(again, printLabels, { body })).toMatchObject({ reason: 'operator_required' });
    expect((await world.send(lab, printLabels, { body })).statusCode).toBe(200);
  });
});
