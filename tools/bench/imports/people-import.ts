import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  addImportFile,
  applyImport,
  CHUNK_BYTES,
  checkImport,
  completeImportFile,
  createImport,
  Import,
  putImportChunk,
  readImport,
} from '@vialkeep/contract/imports.ts';
import { z } from 'zod';
import { residentMiB } from '../process-figures.ts';

export type Importer = { readonly baseUrl: string; readonly pid: number; readonly token: string };

export type Imported<Others> = {
  readonly id: number;
  readonly checkSeconds: number;
  readonly applySeconds: number;
  readonly peakMiB: number;
  readonly peakOfCheckMiB: number;
  /** What was measured while the rows were written. */
  readonly others: Others;
};

const POLL_MS = 500;
const MEMORY_MS = 200;

/** A CSV of generated people of one center; no address is of two files. */
export function peopleCsv(name: string, rows: number): Buffer {
  const header = 'key,plan,email,first_name,last_name,city,phone_number,date_joined,center\r\n';
  const pieces: Buffer[] = [];
  for (let from = 0; from < rows; from += 10_000) {
    const lines = Array.from({ length: Math.min(10_000, rows - from) }, (_, at) => {
      const n = from + at;
      const day = String((n % 28) + 1).padStart(2, '0');
      return `${name}-${n},2,${name}-${n}@bench.test,Given ${n},Family ${n % 997},Miami,(305) 555-0134,2021-03-${day},hc@vialkeep.test\r\n`;
    });
    pieces.push(Buffer.from(lines.join('')));
  }
  return Buffer.concat([Buffer.from(header), ...pieces]);
}

/**
 * Imports people by the calls of the product and notes the most memory that the server had meanwhile. `whileApplied` runs
 * until the import has ended.
 */
export async function importPeople<Others>(
  importer: Importer,
  name: string,
  rows: number,
  whileApplied: (hasEnded: () => boolean) => Promise<Others>,
): Promise<Imported<Others>> {
  let peakMiB = residentMiB(importer.pid);
  const watch = setInterval(() => {
    peakMiB = Math.max(peakMiB, residentMiB(importer.pid));
  }, MEMORY_MS);
  try {
    const id = await sendPeople(importer, name, rows);
    let began = performance.now();
    await ask(importer, checkImport, { id });
    const checked = await untilState(importer, id, 'checked');
    if (checked.counts.create !== rows) throw new Error(`The check found ${JSON.stringify(checked.counts)}.`);
    const peakOfCheckMiB = peakMiB;
    const checkSeconds = (performance.now() - began) / 1000;
    began = performance.now();
    await ask(importer, applyImport, { id }, { check_no: checked.check_no });
    let hasEnded = false;
    const measured = whileApplied(() => hasEnded);
    const applied = await untilState(importer, id, 'applied').finally(() => {
      hasEnded = true;
    });
    const applySeconds = (performance.now() - began) / 1000;
    const others = await measured;
    if (applied.counts.applied !== rows) throw new Error(`${applied.counts.applied} rows were applied.`);
    return { id, checkSeconds, applySeconds, peakMiB, peakOfCheckMiB, others };
  } finally {
    clearInterval(watch);
  }
}

const Begun = z.object({ id: z.number() });
const Announced = z.object({ file_id: z.number() });

async function sendPeople(importer: Importer, name: string, rows: number): Promise<number> {
  const bytes = peopleCsv(name, rows);
  const { id } = Begun.parse(await ask(importer, createImport, {}, { name }));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const body = { kind: 'people', name: `${name}.csv`, bytes: bytes.length, sha256 };
  const { file_id: fileId } = Announced.parse(await ask(importer, addImportFile, { id }, body));
  for (let n = 0; n * CHUNK_BYTES < bytes.length; n += 1) {
    const part = bytes.subarray(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES);
    await ask(importer, putImportChunk, { id, fileId, n }, part);
  }
  await ask(importer, completeImportFile, { id, fileId });
  return id;
}

async function untilState(importer: Importer, id: number, state: string): Promise<z.infer<typeof Import>> {
  for (;;) {
    const known = Import.parse(await ask(importer, readImport, { id }));
    if (known.state === state) return known;
    if (known.failure !== null) throw new Error(`The import ended: ${known.failure}`);
    await sleep(POLL_MS);
  }
}

type Called = { readonly method: string; readonly path: string };

async function ask(
  { baseUrl, token }: Importer,
  { method, path }: Called,
  params: Readonly<Record<string, number>>,
  body?: object,
): Promise<unknown> {
  const address = path.replaceAll(/:(\w+)/g, (_, param: string) => String(params[param]));
  const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json';
  const answer = await fetch(baseUrl + address, {
    method,
    headers: { authorization: `token ${token}`, ...(body ? { 'content-type': type } : {}) },
    ...(body ? { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${address} answered ${answer.status} ${await answer.text()}`);
  return answer.json();
}
