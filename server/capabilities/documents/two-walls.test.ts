import {
  deleteDocument,
  linkDocument,
  listCenterDocuments,
  listDocuments,
  listPatientDocuments,
  readAttestationFile,
  readDocumentFile,
  requestSignatures,
  resendSignatureRequest,
  signLinkForPatient,
  updateDocumentStatus,
} from '@vialkeep/contract/documents.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
  const tables = await world.sql<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity",
  );
  for (const { name } of tables) await world.sql(`alter table ${name} disable row level security`);
});
afterAll(() => world.close());

describe('S-31 Separation of sites without row level security', () => {
  test('no document of another site is listed, read, linked, deleted, requested or counted', async () => {
    const north = await world.as('admin@north.test', 'north.localhost');
    const [document] = await world.sql<{ id: number; document_id: string }>(
      "select id, document_id from documents where domain_id = 1 and kind <> 'hc_attestation' order by id limit 1",
    );
    const [own] = await world.sql<{ id: number }>(
      "select id from documents where domain_id = 2 and status = 'Pending' limit 1",
    );
    const hc = await world.idOf('hc@vialkeep.test');
    const patientId = await world.idOf('patient@vialkeep.test');
    const patient = await world.idOf('patient@north.test');
    const about = { params: { id: document?.id } };

    for (const query of [{}, { search: 'vialkeep' }, { search: 'ana whitfield' }]) {
      const { results } = await world.call(north, listDocuments, { query });
      expect(results.filter(({ domain }) => domain.name !== 'Northlight')).toEqual([]);
    }
    const asks = [
      world.send(north, listPatientDocuments, { params: { userId: patientId } }),
      world.send(north, listCenterDocuments, { params: { id: hc } }),
      world.send(north, readAttestationFile, { params: { id: hc } }),
      world.send(north, readDocumentFile, { params: { file: `${document?.document_id}.pdf` } }),
      world.send(north, linkDocument, { ...about, body: { patient } }),
      world.send(north, deleteDocument, about),
      world.send(north, resendSignatureRequest, { body: { doc_id: document?.document_id } }),
      world.send(north, signLinkForPatient, { body: { patientId, docType: 'storage' } }),
      world.send(north, requestSignatures, { body: { harvest_center_id: hc, name: 'A', email: 'a@b.test' } }),
    ];
    for (const response of await Promise.all(asks)) expect(response.statusCode, response.body).toBe(404);
    const across = await world.send(north, linkDocument, { params: { id: own?.id }, body: { patient: patientId } });
    expect(across.statusCode).toBe(400);
    expect(await world.call(north, updateDocumentStatus)).toMatchObject({ pending: 1 });
  });
});
