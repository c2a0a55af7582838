import { randomUUID } from 'node:crypto';
import type { SignatureInput } from '@vialkeep/contract/bench-words.ts';
import { addOperator, beginShift, endOperator } from '@vialkeep/contract/lab-policy.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { callAs } from '../../testing/bench/call-as.ts';
import { newOperator, openBench, PIN } from '../../testing/bench/lab-world.ts';
import { PASSWORD } from '../../testing/people.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { actOncePerScan, proveSigner, requireBench, signRecord, verifySignatures } from './index.ts';

let world: World;
let admin: Caller;
let lab: Caller & { user: { id: number } };
beforeAll(async () => {
  world = await newWorld({ DATABASE_POOL: '16' });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.sql('delete from lab_settings; delete from rate_limits; delete from bench_shifts');
  await world.sql('update lab_operators set ended_at = now() where ended_at is null');
  ({ admin, lab } = await openBench(world));
});

const note = (work: Work) => audit(work, { domainId: 1, action: 'bench.test', subject: 'operator', subjectId: 1 });

/** Asks for the bench as a write does. */
async function bench(caller: Caller, labId?: number) {
  const { access, write } = await callAs(world, caller);
  return write(async (work) => {
    const opened = await requireBench(work, access, labId);
    await note(work);
    return opened;
  });
}

describe('The bench of a call', () => {
  test('a bench that is off is refused, and a lab without operators needs no badge', async () => {
    expect(await bench(lab)).toMatchObject({ lab: { id: lab.user.id, domainId: 1 }, operator: null });
    await world.sql('update lab_settings set bench_on = false');
    await expect(bench(lab)).rejects.toMatchObject({ status: 409, reason: 'bench_off' });
  });

  test('F160 a lab with operators needs a shift that is not over, and each act extends it', async () => {
    const { id } = await newOperator(world, lab);
    expect((await bench(lab)).operator).toEqual({ id, name: 'Nora Lindqvist', maySign: true });
    await world.sql("update bench_shifts set until = now() + interval '1 minute'");
    await bench(lab);
    expect(await world.sql("select 1 from bench_shifts where until > now() + interval '14 minutes'")).toHaveLength(1);
    await world.sql("update bench_shifts set until = now() - interval '1 second'");
    await expect(bench(lab)).rejects.toMatchObject({ status: 409, reason: 'operator_required' });
  });

  test('a shift counts on its own session only, and ends with its operator', async () => {
    const { id } = await newOperator(world, lab);
    await expect(bench(await world.as('lab'))).rejects.toMatchObject({ reason: 'operator_required' });
    await world.call(lab, endOperator, { params: { id } });
    await newOperator(world, await world.as('lab'), { name: 'Jonas Weir' });
    await expect(bench(lab)).rejects.toMatchObject({ reason: 'operator_required' });
  });

  test('an administrator works in their own name at the lab that they name', async () => {
    await newOperator(world, lab);
    expect(await bench(admin, lab.user.id)).toMatchObject({ lab: { id: lab.user.id }, operator: null });
    await expect(bench(admin)).rejects.toMatchObject({ status: 400, reason: 'lab_required' });
  });
});

describe('Scans that count once', () => {
  const scan = async (body: Record<string, unknown> & { scan_id: string }, log: string[], kind = 'place_vial') => {
    const call = await callAs(world, lab);
    return actOncePerScan({ ...call, body: { input: 'scanner', ...body } }, kind, async (work) => {
      const first = log.push(body.scan_id);
      await note(work);
      return { answer: { first, code: body['code'] ?? null }, facts: { code: 'K7QM-4TXD-9' } };
    });
  };

  test('the same scan gets the first answer and does nothing again', async () => {
    const [scan_id, log] = [randomUUID(), []];
    expect(await scan({ scan_id, code: 'A' }, log)).toEqual({ first: 1, code: 'A' });
    expect(await scan({ scan_id, code: 'A' }, log)).toEqual({ first: 1, code: 'A' });
    expect(log).toHaveLength(1);
  });

  test('the same id with another body or for another step is refused with 409', async () => {
    const [scan_id, log] = [randomUUID(), []];
    await scan({ scan_id, code: 'A' }, log);
    const used = { status: 409, reason: 'scan_id_used' };
    await expect(scan({ scan_id, code: 'B' }, log)).rejects.toMatchObject(used);
    await expect(scan({ scan_id, code: 'A' }, log, 'take_vial')).rejects.toMatchObject(used);
  });

  test('50 simultaneous calls of one scan act once and get one answer', async () => {
    const [scan_id, log] = [randomUUID(), [] as string[]];
    const results = await Promise.all(Array.from({ length: 50 }, () => scan({ scan_id, code: 'A' }, log)));
    expect(results).toEqual(Array.from({ length: 50 }, () => ({ first: 1, code: 'A' })));
    expect(log).toHaveLength(1);
    const rows = await world.sql('select operator_id, input, kind from scan_actions where id = $1', [scan_id]);
    expect(rows).toEqual([{ operator_id: null, input: 'scanner', kind: 'place_vial' }]);
  });

  test('50 simultaneous calls of different scans all act', async () => {
    const log: string[] = [];
    await Promise.all(Array.from({ length: 50 }, () => scan({ scan_id: randomUUID() }, log)));
    expect(new Set(log).size).toBe(50);
  });

  test('a scan that was refused leaves nothing and can be repeated', async () => {
    await world.sql('update lab_settings set bench_on = false');
    const [scan_id, log] = [randomUUID(), []];
    await expect(scan({ scan_id }, log)).rejects.toMatchObject({ reason: 'bench_off' });
    await world.sql('update lab_settings set bench_on = true');
    expect(await scan({ scan_id }, log)).toEqual({ first: 1, code: null });
  });
});

describe('Signatures', () => {
  const record = { codes: ['K7QM-4TXD-9'], criteria: { sterility: 'pass' } };

  async function sign(caller: Caller, signature: SignatureInput, labId?: number) {
    const call = await callAs(world, caller);
    const signer = await proveSigner(call, labId, signature);
    return call.write((work) =>
      signRecord(work, signer, { meaning: 'released', subject: 'batch', subjectId: 7, record }),
    );
  }
  const faults = () => verifySignatures(world.app.services.store.read('platform'));

  test('an operator of the shift signs by the PIN, and the signature shows name, meaning and time', async () => {
    await newOperator(world, lab);
    const { signature, sha256 } = await sign(lab, { pin: PIN });
    expect(signature).toEqual({
      id: signature.id,
      printed_name: 'Nora Lindqvist',
      meaning: 'released',
      signed_at: expect.stringMatching(/^\d{4}-/),
    });
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(await faults()).toEqual([]);
  });

  test.each([
    ['a wrong PIN', { pin: '000000' }, 'wrong_pin'],
    ['the password of the account', { password: PASSWORD }, 'wrong_pin'],
  ])('%s is refused in a lab with operators', async (_, signature, reason) => {
    await newOperator(world, lab);
    await expect(sign(lab, signature)).rejects.toMatchObject({ status: 400, reason });
  });

  test('the PIN of another operator of the lab is refused', async () => {
    const { code, one_time_pin } = await world.call(lab, addOperator, { body: { name: 'Jonas Weir', may_sign: true } });
    await world.call(lab, beginShift, { body: { operator_code: code, pin: one_time_pin, new_pin: '135790' } });
    await newOperator(world, lab);
    await expect(sign(lab, { pin: '135790' })).rejects.toMatchObject({ status: 400, reason: 'wrong_pin' });
  });

  test('an operator who may not sign gets 403, and one without a shift 409', async () => {
    await newOperator(world, lab, { may_sign: false });
    await expect(sign(lab, { pin: PIN })).rejects.toMatchObject({ status: 403, reason: 'not_signer' });
    await world.sql("update bench_shifts set until = now() - interval '1 second'");
    await expect(sign(lab, { pin: PIN })).rejects.toMatchObject({ status: 409, reason: 'operator_required' });
  });

  test('an operator who ends between the check of the PIN and the signature does not sign', async () => {
    const { id } = await newOperator(world, lab);
    const call = await callAs(world, lab);
    const signer = await proveSigner(call, undefined, { pin: PIN });
    await world.call(lab, endOperator, { params: { id } });
    const signed = call.write((work) =>
      signRecord(work, signer, { meaning: 'released', subject: 'batch', subjectId: 7, record }),
    );
    await expect(signed).rejects.toMatchObject({ status: 403, reason: 'not_signer' });
  });

  test('a lab without operators and an administrator sign by the password of their account', async () => {
    await sign(lab, { password: PASSWORD });
    await newOperator(world, lab);
    await sign(admin, { password: PASSWORD }, lab.user.id);
    await expect(sign(admin, { password: 'wrong' }, lab.user.id)).rejects.toMatchObject({ status: 400 });
    expect(await faults()).toEqual([]);
  });

  test('an administrator who acts in the lab’s account cannot sign', async () => {
    const acting = await world.actingAs(await world.as('admin'), 'lab@vialkeep.test');
    await expect(sign(acting, { password: PASSWORD })).rejects.toMatchObject({ reason: 'not_while_acting' });
  });

  test('five wrong PINs at a signature block the operator with 429, also at the next shift', async () => {
    await newOperator(world, lab);
    for (let time = 0; time < 5; time += 1) {
      await expect(sign(lab, { pin: '000000' })).rejects.toMatchObject({ status: 400 });
    }
    await expect(sign(lab, { pin: PIN })).rejects.toMatchObject({ status: 429 });
  });

  test('50 signatures at once are 50 rows, each with its hash', async () => {
    await newOperator(world, lab);
    const call = await callAs(world, lab);
    const signer = await proveSigner(call, undefined, { pin: PIN });
    const signed = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        call.write((work) =>
          signRecord(work, signer, { meaning: 'closed', subject: 'deviation', subjectId: at, record: { at } }),
        ),
      ),
    );
    expect(new Set(signed.map(({ sha256 }) => sha256)).size).toBe(50);
    expect(await faults()).toEqual([]);
  });

  test.each([
    [`record = '{"codes":[]}'`, 'its record was changed'],
    ["printed_name = 'Another Name'", 'it is not what was signed'],
    ["signed_at = signed_at + interval '1 second'", 'it is not what was signed'],
    ["meaning = 'discarded'", 'it is not what was signed'],
  ])('a signature after %s is found and named', async (change, fault) => {
    const { signature } = await sign(lab, { password: PASSWORD });
    await world.sql('alter table signatures disable trigger user');
    const [before] = await world.sql('select * from signatures where id = $1', [signature.id]);
    await world.sql(`update signatures set ${change} where id = $1`, [signature.id]);
    expect(await faults()).toContainEqual({ about: `Signature #${signature.id}`, fault });
    await world.sql(
      'update signatures set record = $2, printed_name = $3, signed_at = $4, meaning = $5 where id = $1',
      [signature.id, JSON.stringify(before?.['record']), before?.['printed_name'], before?.['signed_at'], 'released'],
    );
  });

  test('a deleted signature is found and named', async () => {
    const { signature } = await sign(lab, { password: PASSWORD });
    await world.sql('alter table signatures disable trigger user');
    await world.sql('delete from signatures where id = $1', [signature.id]);
    expect(await faults()).toContainEqual({ about: `Signature #${signature.id}`, fault: 'it is missing' });
  });
});
