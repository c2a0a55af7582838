import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { expect, test } from 'vitest';

const MODULE = new URL('./log-output.ts', import.meta.url).href;

/** The arguments of a process that logs two lines with this buffer time and then ends in this way. */
const logAndEnd = (bufferMs: number, ending: string) => [
  '--input-type=module',
  '--eval',
  `const { logOutput } = await import(${JSON.stringify(MODULE)});
   const output = logOutput(${bufferMs});
   output.write('first\\n');
   output.write('second\\n');
   ${ending};`,
];

function outputOf(bufferMs: number, ending: string): string {
  return spawnSync(process.execPath, logAndEnd(bufferMs, ending), { encoding: 'utf8' }).stdout;
}

test.each(['process.exit(1)', 'throw new Error("uncaught")', ''])(
  'buffered log lines are written when the process ends by "%s"',
  (ending) => {
    expect(outputOf(10_000, ending)).toBe('first\nsecond\n');
  },
);

test('log lines without a buffer are written even if the process is killed after them', () => {
  expect(outputOf(0, 'process.kill(process.pid, "SIGKILL")')).toBe('first\nsecond\n');
});

test('buffered log lines are written before the process ends, once their time is over', () => {
  expect(outputOf(50, 'setTimeout(() => process.kill(process.pid, "SIGKILL"), 100)')).toBe('first\nsecond\n');
});

test('log lines above the size of one write are written whole and in order', () => {
  const many = 'for (let n = 0; n < 3_000; n += 1) output.write(`line ${n} ${"x".repeat(n % 200)}\\n`)';
  const long = 'output.write(`${"y".repeat(20_000)}\\n`)';
  const lines = outputOf(10_000, `${many}; ${long}`).split('\n');
  expect(lines).toHaveLength(3_004);
  expect(lines[2_999 + 2]).toBe(`line 2999 ${'x'.repeat(199)}`);
  expect(lines[3_002]).toBe('y'.repeat(20_000));
});

test.skipIf(!existsSync('/dev/full'))('a process whose log has no room ends as if it had', () => {
  const stdout = openSync('/dev/full', 'w');
  for (const ms of [0, 10_000]) {
    const { status, stderr } = spawnSync(process.execPath, logAndEnd(ms, ''), { stdio: ['ignore', stdout, 'pipe'] });
    expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' });
  }
});

test('a process whose log is no longer read ends as if it were', async () => {
  const untilInput = 'process.stdin.once("data", () => { output.write("third\\n"); process.exit(0); })';
  const child = spawn(process.execPath, logAndEnd(10_000, untilInput), { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdout.destroy();
  await once(child.stdout, 'close');
  child.stdin.write('go');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
