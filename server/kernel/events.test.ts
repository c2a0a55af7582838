import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sentStatements } from '../testing/sent-statements.ts';
import { newWorld, type World } from '../testing/world.ts';
import { audit } from './audit/audit.ts';
import type { Work } from './db/db.ts';
import type { Scope } from './db/scope.ts';
import { announceEvent } from './events.ts';
import { actorlessContext } from './session/actor.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const shipped = { entry_id: 7, patient_id: 1_014, quantity: 2, date: '2026-03-01' };
const write = <T>(task: (work: Work) => Promise<T>, site: Scope = DomainId.parse(1)) =>
  world.app.services.store.write(site, actorlessContext('test'), task);
const note = (work: Work, subjectId = 1) =>
  audit(work, { domainId: 1, action: 'test.note', subject: 'domain', subjectId });
const stored = () =>
  world.sql<{ id: string; type: string; subject: string; subject_id: number; patient_id: number; data: object }>(
    'select id, type, subject, subject_id, patient_id, data from events order by id',
  );

describe('Events', () => {
  test('an announced event is stored with its subject and queues one fan-out', async () => {
    const before = await stored();
    await write(async (work) => {
      announceEvent(work, { domainId: 1, type: 'vials.shipped', data: shipped });
      announceEvent(work, { domainId: 1, type: 'vials.shipped', data: { ...shipped, entry_id: 8 } });
      await note(work);
    });
    const fresh = (await stored()).slice(before.length);
    expect(fresh.map(({ id: _id, ...row }) => row)).toEqual([
      { type: 'vials.shipped', subject: 'vial_entry', subject_id: 7, patient_id: 1_014, data: shipped },
      {
        type: 'vials.shipped',
        subject: 'vial_entry',
        subject_id: 8,
        patient_id: 1_014,
        data: { ...shipped, entry_id: 8 },
      },
    ]);
    expect(await world.sql("select from graphile_worker.jobs where key = 'fan-out'")).toHaveLength(1);
  });

  test('events of a work that fails are not stored', async () => {
    const before = await stored();
    const failed = write(async (work) => {
      announceEvent(work, { domainId: 1, type: 'vials.shipped', data: shipped });
      await note(work);
      throw new Error('stopped');
    });
    await expect(failed).rejects.toThrow('stopped');
    expect(await stored()).toEqual(before);
  });

  test('announcing adds no statement to a work', async () => {
    const plain = await sentStatements(() => write((work) => note(work)));
    const announcing = await sentStatements(() =>
      write(async (work) => {
        announceEvent(work, { domainId: 1, type: 'vials.shipped', data: shipped });
        await note(work);
      }),
    );
    expect(announcing).toHaveLength(plain.length);
  });

  test('a work with many audit rows stores each event once', async () => {
    const before = await stored();
    await write(async (work) => {
      announceEvent(work, { domainId: 1, type: 'vials.shipped', data: shipped });
      for (let row = 1; row <= 20; row += 1) await note(work, row);
    });
    expect(await stored()).toHaveLength(before.length + 1);
  });

  test('data with a key that the shape does not have fail the work', async () => {
    const before = await stored();
    const named = { ...shipped, patient_name: 'Anna Meyer' };
    const failed = write(async (work) => {
      announceEvent(work, { domainId: 1, type: 'vials.shipped', data: named });
      await note(work);
    });
    await expect(failed).rejects.toThrow('patient_name');
    expect(await stored()).toEqual(before);
  });

  test('a site cannot store an event of another one', async () => {
    const failed = write(async (work) => {
      announceEvent(work, { domainId: 2, type: 'vials.shipped', data: shipped });
      await note(work);
    });
    await expect(failed).rejects.toMatchObject({ code: '42501' });
  });

  test('stored events cannot be changed, and not deleted within 90 days', async () => {
    const denied = { code: '42501' };
    await expect(world.sql("update events set type = 'a.b'")).rejects.toMatchObject(denied);
    await expect(world.sql('delete from events')).rejects.toMatchObject(denied);
    await expect(world.sql('truncate events cascade')).rejects.toMatchObject(denied);
  });
});
