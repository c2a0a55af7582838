import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Scanner } from './target.ts';
import { runTool } from './tool.ts';

const REDOCLY = '2.73.0';

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

/** Checks the API description at /api/openapi.json with a third-party linter. */
export const openApiLinter: Scanner = {
  name: 'Redocly CLI (OpenAPI)',
  version: () => REDOCLY,
  async findings({ document, folder }) {
    const config = join(folder, 'redocly.yaml');
    await writeFile(config, RULES);
    const { output } = await runTool(
      'npm',
      [
        'exec',
        '--yes',
        `--package=@redocly/cli@${REDOCLY}`,
        '--',
        'redocly',
        'lint',
        document,
        '--config',
        config,
      ].concat(['--max-problems', '1000', '--format', 'json']),
      folder,
    );
    const report = Report.safeParse(json(output));
    if (!report.success) throw new Error(`The linter did not run: ${output.slice(-400)}`);
    return report.data.problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
  },
  planted: [/path-parameters-defined/, /security-defined/, /operation-operationId/],
  explained: [],
};

/** Extracts the report from the output of npm. */
function json(output: string): unknown {
  try {
    return JSON.parse(output.slice(output.indexOf('{\n'), output.lastIndexOf('\n}') + 2));
  } catch {
    return null;
  }
}
