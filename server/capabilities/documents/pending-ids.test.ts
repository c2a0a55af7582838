import { listCenterDocuments, listDocuments, listPatientDocuments } from '@vialkeep/contract/documents.ts';
import { listUsers } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

test('T46 only the patient gets the id with which a pending document can be signed', async () => {
  const rows = await world.sql<{ document_id: string; status: string }>(
    "select document_id, status from documents where signer_email = 'patient@vialkeep.test'",
  );
  const idsOf = (status: string) => rows.filter((row) => row.status === status).map(({ document_id }) => document_id);
  const [pending, completed] = [idsOf('Pending'), idsOf('Completed')];
  expect([pending.length > 0, completed.length > 0]).toEqual([true, true]);

  const patient = await world.as('patient');
  const mine = { params: { userId: patient.user.id } };
  const own = await world.send(patient, listPatientDocuments, mine);
  for (const id of [...pending, ...completed]) expect(own.body).toContain(id);

  const [hc, admin] = [await world.as('hc'), await world.as('admin')];
  const others = [
    await world.send(hc, listPatientDocuments, mine),
    await world.send(admin, listPatientDocuments, mine),
    await world.send(await world.actingAs(admin, 'patient@vialkeep.test'), listPatientDocuments, mine),
    await world.send(hc, listCenterDocuments, { params: { id: hc.user.id } }),
    await world.send(admin, listDocuments, { query: { search: 'patient@vialkeep.test' } }),
    await world.send(admin, listUsers, { query: { search: 'patient@vialkeep.test' } }),
  ];
  for (const { statusCode, body } of others) {
    expect(statusCode).toBe(200);
    for (const id of pending) expect(body).not.toContain(id);
    for (const id of completed) expect(body).toContain(id);
  }
});
