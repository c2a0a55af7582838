import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPatient } from '../../testing/new-patient.ts';
import { findPersonalTexts } from '../../testing/webhooks/personal-texts-in-events.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { verifyEvents } from './verify-events.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close({ hasFalsifiedEvents: true }));

const plant = async (type: string, data: object) => {
  const [row] = await world.sql<{ id: number }>(
    `insert into events (domain_id, type, subject, subject_id, data)
     select id, $1, 'user', 1, $2 from domains order by id limit 1 returning id::integer`,
    [type, JSON.stringify(data)],
  );
  return row?.id;
};

test('verify reports an event with a key or a value that its type does not allow, and no other', async () => {
  const db = world.app.services.store.readSlowly('platform');
  const patient = await newPatient(world);
  await plant('account.created', { user_id: patient, plan: 2 });
  expect(await verifyEvents(db)).toEqual([]);
  const planted = [
    await plant('account.created', { user_id: patient, plan: 2, note: '' }),
    await plant('document.completed', { document_id: 'Ann' }),
    await plant('account.renamed', { user_id: patient }),
  ];
  const fault = 'its data is not what its type allows';
  expect(await verifyEvents(db)).toEqual(planted.map((id) => ({ about: `Event #${id}`, fault })));
});

test('a name, a company, an address and a mail address in an event are found at the end of a test file', async () => {
  const personalTexts = () => findPersonalTexts((text) => world.sql(text));
  expect(await personalTexts()).toEqual([]);
  const [patient] = await world.sql<{ first_name: string; email: string; username: string }>(
    'select first_name, email, username from users where plan_id = 2 order by id limit 1',
  );
  const texts = [patient?.first_name, `of ${patient?.username}.`, `(${patient?.email})`];
  await plant('account.created', { note: { inside: texts }, day: '2026-01-01', stage: 'Stored' });
  expect(await personalTexts()).toEqual(expect.arrayContaining(texts));
  expect(await personalTexts()).toHaveLength(texts.length);
});
