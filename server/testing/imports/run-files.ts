import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { undoImport } from '@vialkeep/contract/import-afterwards.ts';
import type { ImportKind } from '@vialkeep/contract/import-fields.ts';
import {
  addImportFile,
  applyImport,
  checkImport,
  completeImportFile,
  createImport,
  mapImportFile,
  putImportChunk,
  readImport,
} from '@vialkeep/contract/imports.ts';
import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import { ImportIsRunning, runImport } from '../../capabilities/imports/run-import.ts';
import type { Caller, World } from '../world.ts';

/** Sends one part of a file as raw bytes. */
export function putPart(
  world: World,
  caller: Caller,
  { id, fileId, n, bytes }: { id: number; fileId: number; n: number; bytes: Buffer },
) {
  const url = putImportChunk.path
    .replace(':id', String(id))
    .replace(':fileId', String(fileId))
    .replace(':n', String(n));
  return world.raw({
    method: 'PUT',
    url,
    headers: {
      host: caller.host,
      authorization: `token ${caller.token}`,
      'content-type': 'application/octet-stream',
    },
    payload: bytes,
  });
}

export async function beginImport(world: World, caller: Caller, body: object = {}): Promise<number> {
  const { id } = await world.call(caller, createImport, { body: { name: 'From the old system', ...body } });
  return id;
}

/** The columns of a file, or why it was refused. */
type Completed = Answer<typeof completeImportFile> & { reason?: string; message?: string };

/** Sends a whole file and has its columns guessed; returns its id and the answer of its completion. */
export async function sendFile(
  world: World,
  caller: Caller,
  id: number,
  kind: ImportKind,
  content: string | Buffer,
  name = `${kind}.csv`,
) {
  const bytes = Buffer.from(content);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { file_id, chunk_bytes } = await world.call(caller, addImportFile, {
    params: { id },
    body: { kind, name, bytes: bytes.length, sha256 },
  });
  for (let n = 0; n * chunk_bytes < bytes.length; n += 1) {
    const part = bytes.subarray(n * chunk_bytes, (n + 1) * chunk_bytes);
    const answer = await putPart(world, caller, { id, fileId: file_id, n, bytes: part });
    if (answer.statusCode !== 200) throw new Error(`A part was refused: ${answer.statusCode} ${answer.body}`);
  }
  const completed = await world.send(caller, completeImportFile, { params: { id, fileId: file_id } });
  return { fileId: file_id, status: completed.statusCode, answer: completed.json<Completed>() };
}

export const jobCause = { actorId: null, userId: null, sessionId: null, requestId: 'job-test' };

/** Runs what the import is to do next. A test that reads mail has started the queue, which may run it already. */
export async function runNext(world: World, id: number): Promise<void> {
  for (;;) {
    try {
      return await runImport(world.app.services, id, jobCause);
    } catch (error) {
      if (!(error instanceof ImportIsRunning)) throw error;
      await sleep(50);
    }
  }
}

/** Asks for the check and waits for its end. */
export async function check(world: World, caller: Caller, id: number) {
  await world.call(caller, checkImport, { params: { id } });
  await runNext(world, id);
  return world.call(caller, readImport, { params: { id } });
}

/** Imports what was checked and waits for its end. */
export async function apply(world: World, caller: Caller, id: number, onlyValid = false) {
  const { check_no } = await world.call(caller, readImport, { params: { id } });
  await world.call(caller, applyImport, { params: { id }, body: { check_no, only_valid: onlyValid } });
  await runNext(world, id);
  return world.call(caller, readImport, { params: { id } });
}

export async function undo(world: World, caller: Caller, id: number) {
  await world.call(caller, undoImport, { params: { id }, body: { reason: 'The wrong file.' } });
  await runNext(world, id);
  return world.call(caller, readImport, { params: { id } });
}

export async function matchColumns(
  world: World,
  caller: Caller,
  { id, fileId, ...body }: { id: number; fileId: number; columns: object; value_map?: object; date_format?: string },
) {
  await world.call(caller, mapImportFile, { params: { id, fileId }, body });
}

export function csv(...rows: readonly string[]): string {
  return `${rows.join('\r\n')}\r\n`;
}
