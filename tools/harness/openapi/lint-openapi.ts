import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const PROGRAM = resolve(import.meta.dirname, '../../../node_modules/@redocly/cli/bin/cli.js');

/** All rules of the linter as errors, except two that the documented paths violate. */
const RULES = `
extends: [recommended-strict]
telemetry: off
rules:
  # The specification's paths end with a slash.
  no-path-trailing-slash: off
  # Those it means differ by an id: /users/{id}/record/ and /users/sales-rep/{id}/; an id is a number and never a word.
  no-ambiguous-paths: off
`;

const Report = z.object({
  problems: z.array(
    z.object({
      ruleId: z.string(),
      message: z.string(),
      location: z.array(z.object({ pointer: z.string().optional() })),
    }),
  ),
});

/** Lints an API description with Redocly CLI, without a network; returns a line for each finding. */
export async function lintOpenApi(document: string, folder: string): Promise<string[]> {
  const config = join(folder, 'redocly.yaml');
  await writeFile(config, RULES);
  const output = await runLinter([document, '--config', config, '--max-problems', '1000', '--format', 'json'], folder);
  const report = Report.safeParse(parseReport(output));
  if (!report.success) throw new Error(`The linter did not run: ${output.slice(-400)}`);
  return report.data.problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}

function runLinter(args: readonly string[], cwd: string): Promise<string> {
  return new Promise((done, fail) => {
    const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const linter = spawn(process.execPath, [PROGRAM, 'lint', ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const parts: Buffer[] = [];
    linter.stdout.on('data', (part: Buffer) => parts.push(part));
    linter.stderr.on('data', (part: Buffer) => parts.push(part));
    linter.on('error', fail).on('close', () => done(Buffer.concat(parts).toString()));
  });
}

/** The report, without the lines that the linter prints around it. */
function parseReport(output: string): unknown {
  try {
    return JSON.parse(output.slice(output.indexOf('{\n'), output.lastIndexOf('\n}') + 2));
  } catch {
    return null;
  }
}
