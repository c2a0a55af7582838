import { createHash } from 'node:crypto';
import {
  readImportUndo,
  readImportWaves,
  startImportWave,
  stopImportWave,
  undoImport,
} from '@vialkeep/contract/import-afterwards.ts';
import {
  addImportFile,
  applyImport,
  checkImport,
  completeImportFile,
  createImport,
  discardImport,
  exportImportProblems,
  listImportProblems,
  listImports,
  mapImportFile,
  putImportChunk,
  readImport,
  readImportTemplate,
  removeImportFile,
  stopImport,
} from '@vialkeep/contract/imports.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { csv, putPart, runNext } from '../imports/run-files.ts';
import type { Caller, Input, World } from '../world.ts';

type Send = <Answer>(caller: Caller, route: Route, input?: Input) => Promise<Answer>;
type Made = Map<Route, Awaited<ReturnType<World['send']>>>;

/** The second person has no address. */
const PEOPLE = Buffer.from(
  csv(
    'key,plan,E-Mail,first_name,last_name',
    'K-1,General Member,kay.one@example.com,Kay,One',
    'K-2,General Member,,Kim,Two',
  ),
);

/** One import by key from its template to its undo, and the calls that take another one back before it is applied. */
export async function makeImportCalls(world: World, key: Caller, send: Send, made: Made): Promise<void> {
  await send(key, readImportTemplate, { params: { kind: 'people' } });
  const { id } = await send<{ id: number }>(key, createImport, { body: { name: 'By a program' } });
  const params = { id };
  const fileId = await sendPeople(id);
  const ofFile = { params: { id, fileId } };
  const { columns } = await send<{ columns: { header: string; field: string | null }[] }>(
    key,
    completeImportFile,
    ofFile,
  );
  const matched = Object.fromEntries(columns.map(({ header, field }) => [header, field]));
  await send(key, mapImportFile, { ...ofFile, body: { columns: { ...matched, 'E-Mail': 'email' } } });
  await send(key, checkImport, { params });
  await runNext(world, id);
  await send(key, listImportProblems, { params });
  await send(key, exportImportProblems, { params, query: { file: fileId } });
  await send(key, readImport, { params });
  await send(key, listImports);

  const wanted = { params, body: { check_no: 1, only_valid: true } };
  await send(key, applyImport, wanted);
  await send(key, stopImport, { params });
  await send(key, applyImport, wanted);
  await runNext(world, id);
  await send(key, startImportWave, { params, body: { plans: [2], per_hour: 1 } });
  await send(key, readImportWaves, { params });
  await send(key, stopImportWave, { params });
  await send(key, readImportUndo, { params });
  await send(key, undoImport, { params, body: { reason: 'By the same program.' } });
  await runNext(world, id);

  const other = await send<{ id: number }>(key, createImport, { body: { name: 'Begun and left' } });
  const left = await sendPeople(other.id);
  await send(key, removeImportFile, { params: { id: other.id, fileId: left } });
  await send(key, discardImport, { params: other });

  async function sendPeople(importId: number): Promise<number> {
    const sha256 = createHash('sha256').update(PEOPLE).digest('hex');
    const { file_id } = await send<{ file_id: number }>(key, addImportFile, {
      params: { id: importId },
      body: { kind: 'people', name: 'people.csv', bytes: PEOPLE.length, sha256 },
    });
    made.set(putImportChunk, await putPart(world, key, { id: importId, fileId: file_id, n: 0, bytes: PEOPLE }));
    return file_id;
  }
}
