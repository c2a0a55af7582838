import { listCustody } from '@vialkeep/contract/custody.ts';
import { addVialEntry } from '@vialkeep/contract/vials.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../kernel/audit/audit.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { appendCustody } from './index.ts';

let world: World;
let patient: number;
beforeAll(async () => {
  world = await newWorld();
  // Miriam Osei is a patient of hc@ and rhc@, processed by lab@; the demo data has one entry of vials for her.
  patient = await world.idOf('patient3@vialkeep.test');
  const acting = await world.actingAs(await world.as('admin'), 'lab@vialkeep.test');
  const body = {
    type: 'shipped',
    date: '2026-03-01',
    quantity: 1,
    user: patient,
    tracking_id: '7711',
    note: 'Miriam’s',
  };
  await world.call(acting, addVialEntry, { body });
  // An event that the patient caused, with her name in its facts.
  const cause = { actorId: patient, userId: patient, sessionId: null, requestId: 'test' };
  await world.app.services.store.write('platform', cause, async (work) => {
    await appendCustody(
      work,
      { id: patient, domainId: 1 },
      {
        kind: 'processing.changed',
        facts: {
          email: 'miriam@example.test',
          changes: { first_name: { before: 'Miriam', after: 'Mirjam' }, lab_id: 'CB-77' },
        },
      },
    );
    await audit(work, { domainId: 1, action: 'test.note', subject: 'user', subjectId: patient });
  });
});
afterAll(() => world.close());

const read = async (who: string) => world.call(await world.as(who), listCustody, { params: { id: patient } });

describe('The chain of custody as users read it', () => {
  test('an event says what happened, when, by whom and on whose behalf', async () => {
    const events = await read('hc');
    const [second, third] = events.slice(-2);
    const first = events.find(({ kind }) => kind === 'vials.added');
    expect(first).toMatchObject({ who: { name: 'Cryo Desk' }, on_behalf_of: null });
    expect(second).toMatchObject({
      id: events.length - 1,
      kind: 'vials.shipped',
      occurred_on: '2026-03-01',
      who: { name: 'Priya Raman' },
      on_behalf_of: { name: 'Front Range Processing Lab' },
      facts: { type: 'shipped', quantity: 1, before: null, after: { tracking_id: '7711' } },
    });
    expect(Date.parse(second?.at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(third).toMatchObject({ id: events.length, who: { id: patient, name: 'Miriam Osei' } });
  });

  test.each(['lab', 'patient3', 'hc', 'rhc', 'admin', 'super', 'viewer'])('%s reads all the names', async (who) => {
    expect((await read(who)).at(-1)).toMatchObject({
      who: { id: patient, name: 'Miriam Osei' },
      facts: { email: 'miriam@example.test', changes: { first_name: { after: 'Mirjam' } } },
    });
  });

  test.each(['rep', 'manager', 'distributor'])('S-20 %s reads the chain without the patient’s name', async (who) => {
    const events = await read(who);
    expect(JSON.stringify(events)).not.toMatch(/Miriam|Mirjam|Osei|miriam@/);
    expect(events.at(-1)).toMatchObject({
      who: { id: patient, name: `#${patient}` },
      facts: { changes: { lab_id: 'CB-77' } },
    });
    expect(events.find(({ kind }) => kind === 'vials.added')?.who?.name).toBe('Cryo Desk');
  });

  test.each(['lab2', 'patient', 'hc2', 'rhc2', 'rep2', 'admin@north.test', 'hc@north.test'])(
    '%s gets 404 for the chain',
    async (who) => {
      const caller = await world.as(who);
      expect(await world.refusalOf(caller, listCustody, { params: { id: patient } })).toEqual({
        status: 404,
        reason: 'not_found',
      });
    },
  );

  test('an actor of another site is shown by id, without a name', async () => {
    const north = await world.idOf('patient@north.test');
    const body = { type: 'added', date: '2026-03-01', quantity: 1, user: north };
    const admin = await world.as('admin');
    await world.call(admin, addVialEntry, { body });
    const local = await world.call(await world.as('hc@north.test'), listCustody, { params: { id: north } });
    expect(local.at(-1)?.who).toEqual({ id: admin.user.id, name: `#${admin.user.id}` });
  });

  describe('with steps at the bench', () => {
    const codes = ['0123-4567-Y'];
    const steps = {
      'kit.used': { kit: '0123-4567-Z', lot: 3, center: 9, sent_here: false },
      'tissue.rejected': { arrival: 4, decision: 'rejected', condition: 'wet', transit_minutes: 9000, deviation: 2 },
      'batch.opened': { batch: 5, passage: 2, arrival: 4, operator: 6 },
      'batch.closed': { batch: 5, outcome: 'failed', note: 'Mould', operator: 6 },
      'qc.recorded': { batch: 5, qc: { test: 'viability', value: 12, verdict: 'fail' } },
      'bench.quarantined': { reason: 'missing', deviation: 2, codes },
      'bench.released': { signature: 7, record_sha256: 'ab', note: 'Seen', codes },
      'bench.reserved': { order: 8, codes },
      'vials.discarded': { basis: 'failed_qc', codes: { discarded: codes } },
      'deviation.touched': { deviation: 2, codes },
      'order.delivered': { order: 8 },
    } as const;
    beforeAll(async () => {
      const lab = await world.idOf('lab@vialkeep.test');
      const cause = { actorId: lab, userId: lab, sessionId: null, requestId: 'test' };
      await world.app.services.store.write('platform', cause, async (work) => {
        for (const [kind, facts] of Object.entries(steps)) {
          await appendCustody(work, { id: patient, domainId: 1 }, { kind: kind as keyof typeof steps, facts });
        }
        await audit(work, { domainId: 1, action: 'test.note', subject: 'user', subjectId: patient });
      });
    });

    const readSteps = async (who: string) => (await read(who)).filter(({ kind }) => kind in steps);
    const factsOf = (events: Awaited<ReturnType<typeof readSteps>>) =>
      Object.fromEntries(events.map(({ kind, facts }) => [kind, facts]));

    test.each(['lab', 'admin', 'super'])('%s reads every fact and name of them', async (who) => {
      const events = await readSteps(who);
      expect(factsOf(events)).toEqual(steps);
      expect(new Set(events.map((event) => event.who?.name))).toEqual(new Set(['Cryo Desk']));
    });

    const codesOnly = Object.fromEntries(
      Object.entries(steps).map(([kind, facts]) => [kind, 'codes' in facts ? { codes: facts.codes } : {}]),
    );
    test.each(['patient3', 'hc', 'rhc', 'viewer'])('%s reads when they happened, and to which vials', async (who) => {
      const events = await readSteps(who);
      expect(factsOf(events)).toEqual(codesOnly);
      expect(new Set(events.map((event) => event.who?.name))).toEqual(new Set(['Cryo Desk']));
    });

    test.each(['rep', 'manager', 'distributor'])('%s reads the same without any name', async (who) => {
      const events = await readSteps(who);
      expect(factsOf(events)).toEqual(codesOnly);
      expect(events.map((event) => event.who?.name)).toEqual(events.map((event) => `#${event.who?.id}`));
    });
  });

  test('a user who is no patient has no chain', async () => {
    const admin = await world.as('admin');
    for (const id of [admin.user.id, await world.idOf('hc@vialkeep.test'), 999_999]) {
      expect((await world.send(admin, listCustody, { params: { id } })).statusCode).toBe(404);
    }
  });
});
