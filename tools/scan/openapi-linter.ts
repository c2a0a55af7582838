import { lintOpenApi } from '../harness/openapi/lint-openapi.ts';
import type { Scanner } from './target.ts';
import { versionOf } from './tool.ts';

/** Checks the API description at /api/openapi.json with a third-party linter. */
export const openApiLinter: Scanner = {
  name: 'Redocly CLI (OpenAPI)',
  version: () => versionOf('npm', 'exec', '--', 'redocly', '--version'),
  findings: ({ document, folder }) => lintOpenApi(document, folder),
  planted: [/path-parameters-defined/, /security-defined/, /operation-operationId/],
  explained: [],
};
