import { openDeviation } from '@vialkeep/contract/deviations.ts';
import { beginShift } from '@vialkeep/contract/lab-policy.ts';
import { closeDeviation, discardVials, releaseVials } from '@vialkeep/contract/release.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newOperator, PIN } from '../../testing/bench/lab-world.ts';
import { openRelease, type ReleaseWorld, refused, SIGNED } from '../../testing/bench/release-world.ts';
import { PASSWORD } from '../../testing/people.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { verifyDeviations } from '../deviations/index.ts';
import { verifySignatures } from '../lab-policy/index.ts';

const TIMEOUT_MS = 60_000;

let world: World;
let bench: ReleaseWorld;
let codes: string[];
let deviation: number;
beforeAll(async () => {
  world = await newWorld();
  bench = await openRelease(world);
  ({ codes } = await bench.newVials());
  const source = { lab_day: '2026-01-05' };
  ({ id: deviation } = await world.call(bench.lab, openDeviation, { body: { title: 'A departure', source } }));
}, TIMEOUT_MS);
afterAll(() => world.close());

/** The three calls that are signed. */
const signedCalls = (caller: Caller, signature: object, more: object = {}) => [
  () => world.send(caller, releaseVials, { body: { vial_codes: codes, signature, ...more } }),
  () =>
    world.send(caller, discardVials, { body: { vial_codes: codes, basis: 'recall', note: 'Old', signature, ...more } }),
  () =>
    world.send(caller, closeDeviation, {
      params: { id: deviation },
      body: { risk: 'none', conclusion: 'No harm', signature, ...more },
    }),
];
const reasonsOf = async (caller: Caller, signature: object, more: object = {}) => {
  const reasons: [number, string][] = [];
  // One after the other, so that wrong PINs are counted in order.
  for (const send of signedCalls(caller, signature, more)) {
    const { status, reason } = refused(await send());
    reasons.push([status, reason]);
  }
  return reasons;
};
const three = (status: number, reason: string) => [1, 2, 3].map(() => [status, reason]);
const countSignatures = async () => (await world.sql('select id from signatures')).length;

describe('Signatures at the bench', () => {
  test('an operator who may not sign is refused', async () => {
    const tablet = await world.as('lab');
    await newOperator(world, tablet, { may_sign: false, name: 'Jonas Weir' });
    expect(await reasonsOf(tablet, SIGNED)).toEqual(three(403, 'not_signer'));
  });

  test('without a shift, and after its end, a badge is asked for', async () => {
    const tablet = await world.as('lab');
    expect(await reasonsOf(tablet, SIGNED)).toEqual(three(409, 'operator_required'));
    const { code } = await newOperator(world, tablet, { name: 'Ada Late' });
    await world.sql("update bench_shifts set until = now() - interval '1 second' where operator_id = $1", [
      (await world.sql<{ id: number }>('select id from lab_operators where code = $1', [code]))[0]?.id,
    ]);
    expect(await reasonsOf(tablet, SIGNED)).toEqual(three(409, 'operator_required'));
  });

  test('an operator who has ended does not sign', async () => {
    const tablet = await world.as('lab');
    const { id } = await newOperator(world, tablet, { name: 'Ben Gone' });
    await world.sql('update lab_operators set ended_at = now() where id = $1', [id]);
    expect(await reasonsOf(tablet, SIGNED)).toEqual(three(409, 'operator_required'));
  });

  test('the password of the account is no PIN of an operator, and the PIN is asked for each time', async () => {
    expect(await reasonsOf(bench.lab, { password: PASSWORD })).toEqual(three(400, 'wrong_pin'));
    const { statusCode } = await world.send(bench.lab, releaseVials, { body: { vial_codes: codes } });
    expect(statusCode).toBe(400);
  });

  test('after five wrong PINs the operator is refused with 429, also with the right one', async () => {
    const tablet = await world.as('lab');
    await newOperator(world, tablet, { name: 'Cy Guess' });
    const before = await countSignatures();
    const wrong = { pin: '999999' };
    expect(
      [...(await reasonsOf(tablet, wrong)), ...(await reasonsOf(tablet, wrong))].map(([status]) => status),
    ).toEqual([400, 400, 400, 400, 400, 429]);
    expect(await reasonsOf(tablet, SIGNED)).toEqual(three(429, 'too_many_requests'));
    const [blocked] = await world.sql("select action from audit_log where action = 'bench.pin_blocked'");
    expect(blocked).toBeDefined();
    expect(await countSignatures()).toBe(before);
  });

  test('an administrator who acts in the lab’s account does not sign', async () => {
    const acting = await world.actingAs(bench.admin, 'lab@vialkeep.test');
    expect(await reasonsOf(acting, { password: PASSWORD })).toEqual(three(409, 'not_while_acting'));
  });

  test('an administrator signs by the own password, and names the lab', async () => {
    const { admin, lab } = bench;
    const source = { lab_day: '2026-01-06' };
    const { id } = await world.call(admin, openDeviation, { body: { lab_id: lab.user.id, title: 'Another', source } });
    const close = (signature: object) =>
      world.send(admin, closeDeviation, {
        params: { id },
        body: { lab_id: lab.user.id, risk: 'possible', conclusion: 'Watched', signature },
      });
    expect(refused(await close({ password: 'wrong' }))).toMatchObject({ status: 400, reason: 'wrong_pin' });
    expect(refused(await close({ pin: PIN }))).toMatchObject({ status: 400, reason: 'wrong_pin' });
    expect((await close({ password: PASSWORD })).json()).toMatchObject({
      state: 'closed',
      risk: 'possible',
      signature: { printed_name: admin.user.username, meaning: 'closed' },
    });
    expect(refused(await close({ password: PASSWORD }))).toMatchObject({ status: 409, reason: 'deviation_closed' });
    expect(
      refused(await world.send(admin, releaseVials, { body: { vial_codes: codes, signature: SIGNED } })),
    ).toMatchObject({
      status: 400,
      reason: 'lab_required',
    });
  });

  test('a badge that was changed after the PIN was checked signs nothing', async () => {
    const tablet = await world.as('lab');
    const first = await newOperator(world, tablet, { name: 'Dee First' });
    const second = await newOperator(world, tablet, { name: 'Eve Second' });
    const before = await countSignatures();
    // Both answers are possible; a signature of the first operator during the shift of the second is not.
    const answers = await Promise.all([
      world.send(tablet, releaseVials, { body: { vial_codes: codes.slice(0, 1), signature: SIGNED } }),
      world.send(tablet, beginShift, { body: { operator_code: first.code, pin: PIN } }),
    ]);
    expect([200, 409]).toContain(answers[0].statusCode);
    const signed = await world.sql<{ operator_id: number }>(
      'select operator_id from signatures order by id offset $1',
      [before],
    );
    const signers = signed.map(({ operator_id }) => operator_id);
    const possible = answers[0].statusCode === 200 ? [[first.id], [second.id]] : [[]];
    expect(possible).toContainEqual(signers);
  });

  test('a changed record, a changed deviation and a changed name are found by the verification', async () => {
    const db = world.app.services.store.read('platform');
    expect([await verifySignatures(db), await verifyDeviations(db)]).toEqual([[], []]);
    await world.sql('alter table deviations disable trigger user; alter table signatures disable trigger user');
    await world.sql("update deviations set conclusion = 'Nothing happened' where state = 'closed'");
    const [closed] = await world.sql<{ id: number; signature_id: number }>(
      "select id, signature_id from deviations where state = 'closed' and lab_id = $1",
      [bench.lab.user.id],
    );
    expect(await verifyDeviations(db)).toContainEqual({
      about: `Deviation #${closed?.id}`,
      fault: 'it is not what was signed',
    });
    const about = `Signature #${closed?.signature_id}`;
    await world.sql('update signatures set record = record || \'{"risk": "none"}\' where id = $1', [
      closed?.signature_id,
    ]);
    expect(await verifySignatures(db)).toEqual([{ about, fault: 'its record was changed' }]);
    await world.sql("update signatures set printed_name = 'Another Person' where id = $1", [closed?.signature_id]);
    expect(await verifySignatures(db)).toContainEqual({ about, fault: 'it is not what was signed' });
  });
});
