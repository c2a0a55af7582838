import { KeyScope } from '@vialkeep/contract/api-keys.ts';
import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { permissions } from '../../server/app.ts';
import { keyScopeOfCall } from '../../server/kernel/http/openapi/operation.ts';

/** The calls that each key scope opens, for the page that explains them. */
export function scopeCallsModule(): string {
  const scopes = KeyScope.options.map((scope) => {
    const calls = catalogue
      .filter(({ route }) => keyScopeOfCall(route, permissions) === scope)
      .map(({ route }) => `    ${JSON.stringify([`${route.method} ${route.path}`, route.summary])},\n`);
    return `  '${scope}': [\n${calls.join('')}  ],\n`;
  });
  return [
    '// Written by `npm run generate`; compared in `npm run check`.',
    "import type { KeyScope } from '@vialkeep/contract/api-keys.ts';",
    '',
    'export const scopeCalls: Readonly<Record<KeyScope, readonly (readonly [call: string, summary: string])[]>> = {',
    `${scopes.join('')}};`,
    '',
  ].join('\n');
}
