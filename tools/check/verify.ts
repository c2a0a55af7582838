import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { z } from 'zod';
import { canStartCluster } from '../harness/cluster/programs.ts';
import { PREPARED_DEMO } from '../harness/prepared-demo.ts';

const Result = z.object({ title: z.string(), status: z.string(), failureMessages: z.array(z.string()) });
const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ assertionResults: z.array(Result) })),
});

type Step = { name: string; command: readonly string[]; countsTests?: boolean };

const root = resolve(import.meta.dirname, '../..');
const reports = join(root, 'test-artifacts/reports');

// The linter reads the types anyway and also reports the compiler's errors.
const lint: Step = { name: 'lint and types', command: ['oxlint'] };

const checks: readonly Step[] = [
  { name: 'generated files', command: ['node', 'tools/generate/generate.ts', '--check'] },
  { name: 'format', command: ['biome', 'ci', '--error-on-warnings', '.'] },
  { name: 'lock', command: ['node', 'scripts/check-lock.mjs'] },
];

/** The product does not start without its pages. Making the demo's data takes far longer than copying it. */
const demo = join(root, 'test-artifacts/demo');
const preparations: readonly Step[] = [
  { name: 'pages', command: ['node', 'scripts/build.ts'] },
  { name: 'demo data', command: ['node', 'tools/check/prepare-demo.ts', demo] },
];

const tests: readonly Step[] = [{ name: 'tests', command: ['vitest', 'run'], countsTests: true }];

/** Always the same, so that a failure is due to the change. Longer runs by hand choose a new seed each time. */
const SEED = ['--seed', '20'];

const journeys: readonly Step[] = [
  { name: 'browser journeys', command: ['vitest', 'run', '--config', 'tools/e2e/vitest.config.ts'], countsTests: true },
  { name: 'features', command: ['node', 'tools/check/features/passed.ts'] },
];

/** They wait for restarts and timeouts a third of their time, so they run beside the tests and journeys. */
const faults: readonly Step[] = [
  { name: 'faults over the whole product, short', command: ['node', 'tools/faults/product.ts', '--short', ...SEED] },
  { name: 'faults at the checkout, short', command: ['node', 'tools/faults/checkouts.ts', '--short', ...SEED] },
  { name: 'faults of refunds, short', command: ['node', 'tools/faults/refunds.ts', '--short', ...SEED] },
  { name: 'faults while signing, short', command: ['node', 'tools/faults/documents.ts', '--short', ...SEED] },
  { name: 'bad input, short', command: ['node', 'tools/fuzz/bad-input.ts', '--short', ...SEED] },
  ...(canStartCluster() ? [{ name: 'recovery, short', command: ['node', 'tools/faults/recovery.ts', '--short'] }] : []),
  ...(canStartCluster()
    ? [{ name: 'failover of a cluster, short', command: ['node', 'tools/faults/failover.ts', '--short', ...SEED] }]
    : []),
];

/** `npm run check` runs the quick part, `npm test` all steps. Both end with the seconds of each step and the totals. */
await rm(reports, { recursive: true, force: true });
await mkdir(reports, { recursive: true });
let passed = 0;
let failed = 0;
let secondTries = 0;
const failures: string[] = [];
const secondsOf = new Map<string, number>();
const started = Date.now();
let isPrepared = false;
const isQuick = process.argv.includes('--quick');
await rm(demo, { recursive: true, force: true });
await Promise.all([runInOrder(checks, 'pipe'), runInOrder(isQuick ? [] : preparations, 'pipe')]);
isPrepared = !isQuick && failed === 0;
// The linter takes a minute on one core, so it runs beside the first tests.
await Promise.all([
  runInOrder(isQuick ? tests : [...tests, ...journeys], 'inherit'),
  runInOrder(isQuick ? [lint] : [lint, ...faults], 'pipe'),
]);
await rm(demo, { recursive: true, force: true });
tellSeconds();
// Repeated at the end, because a truncated log keeps its last lines.
tellFailures();
console.log(`\n${secondTries} passed at a second try`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function runInOrder(steps: readonly Step[], output: 'inherit' | 'pipe'): Promise<void> {
  for (const step of steps) await runStep(step, output);
}

async function runStep(step: Step, output: 'inherit' | 'pipe'): Promise<void> {
  const began = Date.now();
  if (output === 'inherit') console.log(`\n— ${step.name}`);
  const { succeeded, printed } = await spawnStep(step, output);
  const seconds = (Date.now() - began) / 1000;
  secondsOf.set(step.name, seconds);
  const counts = step.countsTests ? await testsOf(step) : null;
  passed += counts?.passed ?? (succeeded ? 1 : 0);
  // A test runner that exits with an error but without a failed test counts as a failure.
  failed += counts && (succeeded || counts.failed > 0) ? counts.failed : succeeded ? 0 : 1;
  if (!succeeded && !counts?.failed) failures.push(`The step '${step.name}' failed.\n${printed.slice(-3_000)}`);
  if (output === 'pipe') console.log(`\n— ${step.name}\n${printed.trimEnd()}`);
  console.log(`  ${succeeded ? 'ok' : 'FAILED'} in ${seconds.toFixed(1)} s`);
  if (!succeeded) tellFailures();
}

/** The steps start the product many times; a compile cache saves a second of processor time at each start. */
function spawnStep(step: Step, output: 'inherit' | 'pipe'): Promise<{ succeeded: boolean; printed: string }> {
  const [program = '', ...args] = step.command;
  const reporters = step.countsTests
    ? ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(step)}`]
    : [];
  return new Promise((done) => {
    let printed = '';
    const child = spawn(program, [...args, ...reporters], {
      cwd: root,
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
        ...(isPrepared && { [PREPARED_DEMO]: demo }),
      },
      stdio: ['ignore', output, output],
      shell: process.platform === 'win32',
    });
    const keep = (text: Buffer) => {
      printed += text.toString();
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child
      .on('error', () => done({ succeeded: false, printed }))
      .on('close', (code) => done({ succeeded: code === 0, printed }));
  });
}

function tellSeconds(): void {
  console.log('\nSeconds per step');
  for (const [name, seconds] of secondsOf) console.log(`${seconds.toFixed(1).padStart(8)}  ${name}`);
  console.log(`${((Date.now() - started) / 1000).toFixed(1).padStart(8)}  altogether`);
}

async function testsOf(step: Step): Promise<{ passed: number; failed: number } | null> {
  const report = await readFile(reportOf(step), 'utf8').catch(() => null);
  if (report === null) return null;
  const { numPassedTests, numFailedTests, testResults } = Report.parse(JSON.parse(report));
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  tellRetries(results);
  for (const { title, status, failureMessages } of results)
    if (status === 'failed') failures.push(`FAILED: ${title}\n${failureMessages.join('\n').slice(0, 2_000)}`);
  return { passed: numPassedTests, failed: numFailedTests };
}

function tellFailures(): void {
  for (const failure of failures) console.log(`\n${failure}`);
}

/** Prints tests that passed only on a retry; each hides a defect until its cause is known. */
function tellRetries(results: readonly z.infer<typeof Result>[]): void {
  for (const { title, status, failureMessages } of results) {
    if (status !== 'passed' || failureMessages.length === 0) continue;
    secondTries += 1;
    console.log(`  passed at a second try: ${title}`);
    for (const message of failureMessages) console.log(message.replaceAll(/^/gm, '    '));
  }
}

function reportOf(step: Step): string {
  return `${reports}${sep}${step.name.replaceAll(' ', '-')}.json`;
}
