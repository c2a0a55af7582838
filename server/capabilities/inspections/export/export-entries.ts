import { hash } from 'node:crypto';
import type { ZipEntry } from '../../../kernel/files/zip-stream.ts';
import type { Services } from '../../../kernel/services.ts';
import { paperSite } from '../../../pdf/render/document-site.ts';
import { signDetached } from '../../../pdf/seal/sign-detached.ts';
import { sealSummaryInWorker } from '../../../pdf/worker.ts';
import { findStampOfFile } from '../../timestamps/index.ts';
import { readDocument } from '../sample/verify-sample.ts';
import { buildSummary } from './build-summary.ts';
import type { ExportedSample } from './exported-sample.ts';
import { howToCheck } from './how-to-check.ts';

type ExportEntry = { readonly name: string; readonly content: Buffer };

/**
 * The files of an export: first all contents, then the list of their hashes and its signature, so that every file but
 * those two is covered by both.
 */
export async function* exportEntries(services: Services, exported: ExportedSample): AsyncGenerator<ZipEntry> {
  const sums: { readonly name: string; readonly sha256: string; readonly bytes: number }[] = [];
  const missing: number[] = [];
  for await (const { name, content } of contents(services, exported, missing)) {
    sums.push({ name, sha256: hash('sha256', content), bytes: content.length });
    yield entryOf(name, content);
  }
  const manifest = json(manifestOf(exported, sums, missing));
  sums.push({ name: 'manifest.json', sha256: hash('sha256', manifest), bytes: manifest.length });
  yield entryOf('manifest.json', manifest);
  const list = Buffer.from(sums.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(''));
  yield entryOf('SHA256SUMS', list);
  yield entryOf('manifest.p7s', await signDetached(list, await services.sealKey.forSealing(), exported.at));
}

async function* contents(services: Services, exported: ExportedSample, missing: number[]): AsyncGenerator<ExportEntry> {
  const { file, documents, inspector, at } = exported;
  const site = await services.domains.ofId(inspector.domainId);
  const summary = buildSummary(exported, await paperSite(services.files, site), `${site.url}/verify`);
  const key = await services.sealKey.forSealing(at);
  yield { name: 'summary.pdf', content: await sealSummaryInWorker(summary, key) };
  for (const part of ['custody', 'vials', 'entries', 'documents', 'changes', 'openings'] as const) {
    yield { name: `data/${part}.ndjson`, content: Buffer.from(ndjson(file[part])) };
  }
  const db = services.store.read(inspector.domainId);
  for (const document of documents.filter(({ status }) => status === 'Completed')) {
    const content = await readDocument(services, document);
    if (content === null) {
      missing.push(document.id);
      continue;
    }
    const name = `documents/${document.document_id}.pdf`;
    yield { name, content };
    const stamp = document.sha256 === null ? null : await findStampOfFile(db, document.sha256);
    if (stamp) yield { name: `${name}.tsr`, content: stamp.token };
  }
  const authorities = await services.sealKey.authorities();
  yield {
    name: 'certificates/seal-authority.pem',
    content: Buffer.from(authorities.map((certificate) => certificate.toString()).join('')),
  };
  const stampAuthorities = await services.timestamps.ownCertificates();
  if (stampAuthorities !== '') {
    yield { name: 'certificates/time-stamp-authority.pem', content: Buffer.from(stampAuthorities) };
  }
  yield { name: 'HOW-TO-CHECK.txt', content: Buffer.from(howToCheck(site)) };
}

function manifestOf(
  { inspector, file, at }: ExportedSample,
  files: readonly { readonly name: string; readonly sha256: string; readonly bytes: number }[],
  missing: readonly number[],
) {
  return {
    sample: file.sample,
    exported_at: at.toISOString(),
    inspection: {
      id: inspector.inspectionId,
      agency: inspector.agency,
      reason: inspector.reason,
      with_names: inspector.withNames,
      ends_at: inspector.endsAt.toISOString(),
    },
    /** Documents whose stored file is missing or was changed. */
    documents_not_intact: missing,
    files,
  };
}

function entryOf(name: string, content: Buffer): ZipEntry {
  return { name, content: asStream(content) };
}

async function* asStream(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

function ndjson(rows: readonly unknown[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
