import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type FeatureRow, featureRows } from '../features/feature-rows.ts';
import { namedTests } from '../features/named-tests.ts';
import { type Check, checksOf } from './checks-of-row.ts';
import { SwitchedProduct } from './switched-product.ts';
import { TestRunner } from './test-runner.ts';

/**
 * `npm run prove:features`: disables the files of each feature row, one row at a time, and expects that a test that
 * names the row fails while it passes with the files enabled. `--rows F001,F002` proves these rows only; `--continue`
 * skips the rows that an earlier run has proven.
 */
const root = resolve(import.meta.dirname, '../../..');
const artifacts = join(root, 'test-artifacts');
const stored = join(artifacts, 'prove-features.json');

const Proof = z.object({
  row: z.string(),
  isNoticed: z.boolean(),
  kind: z.string(),
  by: z.string(),
  seconds: z.number(),
});
type Proof = z.infer<typeof Proof>;

const tests = namedTests(root).filter(({ file }) => !file.startsWith('tools/check/'));
const proofs = new Map(readProofs().map((proof) => [proof.row, proof]));
const chosen = chosenRows();
if (!process.argv.includes('--continue')) for (const { id } of chosen) proofs.delete(id);
const rows = chosen.filter(({ id }) => proofs.get(id)?.isNoticed !== true);

let quick: TestRunner | undefined;
let journeys: TestRunner | undefined;
let product: SwitchedProduct | undefined;
try {
  for (const row of rows) {
    const began = Date.now();
    const found = await proveRow(row);
    const seconds = Math.round((Date.now() - began) / 1000);
    proofs.set(row.id, { row: row.id, seconds, ...found });
    console.log(`${found.isNoticed ? 'noticed    ' : 'NOT NOTICED'} ${row.id} ${row.name} (${seconds} s): ${found.by}`);
    writeReport();
  }
} finally {
  await quick?.close();
  await journeys?.close();
  await product?.close();
}
const missed = rows.filter(({ id }) => proofs.get(id)?.isNoticed !== true);
console.log(`${rows.length - missed.length} of ${rows.length} rows noticed; test-artifacts/prove-features.md`);
process.exit(missed.length === 0 ? 0 : 1);

/** Tries the kinds of tests in turn, the quickest first, until a named test fails. */
async function proveRow(row: FeatureRow): Promise<Omit<Proof, 'row' | 'seconds'>> {
  const tried: string[] = [];
  for (const check of checksOf(row, tests)) {
    const runner = await runnerOf(check);
    const { notPassed, brokenFiles } = await runner.run(row.id, check, check.knockedOut);
    const hasNoticed = notPassed.length > 0 || brokenFiles.length > 0;
    // A test that does not pass with every file enabled proves nothing.
    const passing = hasNoticed ? (await runner.run(row.id, check, [])).passed : [];
    const by = passing.find((name) => notPassed.includes(name) || brokenFiles.includes(name.split(':', 1)[0] ?? ''));
    if (by !== undefined) return { isNoticed: true, kind: check.kind, by };
    tried.push(hasNoticed ? `${check.kind} fail in any case` : `${check.kind} pass`);
  }
  return { isNoticed: false, kind: '', by: tried.join(', ') || 'no test can notice it' };
}

async function runnerOf({ kind }: Check): Promise<TestRunner> {
  if (kind !== 'browser journeys') return (quick ??= await TestRunner.open('tools/check/knock-out/vitest.config.ts'));
  product ??= await SwitchedProduct.start();
  process.env.E2E_BASE_URL = product.url;
  return (journeys ??= await TestRunner.open('tools/e2e/vitest.config.ts'));
}

function chosenRows(): FeatureRow[] {
  const at = process.argv.indexOf('--rows');
  if (at < 0) return [...featureRows];
  const ids = (process.argv[at + 1] ?? '').split(',');
  const unknown = ids.filter((id) => !featureRows.some((row) => row.id === id));
  if (unknown.length > 0) throw new Error(`Not a feature row: ${unknown.join(', ')}`);
  return featureRows.filter(({ id }) => ids.includes(id));
}

function readProofs(): Proof[] {
  try {
    return z.array(Proof).parse(JSON.parse(readFileSync(stored, 'utf8')));
  } catch {
    return [];
  }
}

/** Written after each row, so that an interrupted run can be continued. */
function writeReport(): void {
  mkdirSync(artifacts, { recursive: true });
  const all = featureRows.flatMap(({ id }) => proofs.get(id) ?? []);
  writeFileSync(stored, JSON.stringify(all, null, 1));
  const lines = all.map(
    ({ row, isNoticed, kind, by, seconds }) =>
      `| ${row} ${featureNameOf(row)} | ${isNoticed ? kind : '**not noticed**'} | ${by.replaceAll('|', '\\|')} | ${seconds} |`,
  );
  const head = ['# Features knocked out', '', '| Row | Noticed by | Test | s |', '|---|---|---|---|'];
  writeFileSync(join(artifacts, 'prove-features.md'), [...head, ...lines, ''].join('\n'));
}

function featureNameOf(row: string): string {
  return featureRows.find(({ id }) => id === row)?.name ?? '';
}
