import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const MODULE = new URL('./log-output.ts', import.meta.url).href;

/** The output of a process that logs two lines with this buffer time and then ends in this way. */
function outputOf(bufferMs: number, ending: string): string {
  const code = `
    const { logOutput } = await import(${JSON.stringify(MODULE)});
    const output = logOutput(${bufferMs});
    output.write('first\\n');
    output.write('second\\n');
    ${ending};`;
  return spawnSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' }).stdout;
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
  const killedAfterIt =
    'output.once("drain", () => process.kill(process.pid, "SIGKILL")); setInterval(() => {}, 1_000)';
  expect(outputOf(50, killedAfterIt)).toBe('first\nsecond\n');
});
