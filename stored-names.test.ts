import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { CustodyKind } from '@vialkeep/contract/custody.ts';
import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import { expect, test } from 'vitest';
import { jobsWith } from './server/all-jobs.ts';
import { permissions } from './server/app.ts';
import { outboxMail } from './server/integrations/mail/outbox-mail.ts';
import { describeSettings } from './server/kernel/settings/settings.ts';

const root = import.meta.dirname;

/**
 * Databases, browsers, operators and older servers that still run use these names; a rename in the code must not change
 * them.
 */
test('the stored and published names equal those of the snapshot', async () => {
  const names = {
    jobs: jobsWith(outboxMail()).map(({ name }) => name),
    'audit actions': literalsIn('server', /\baction: '([a-z_]+\.[a-z_]+)'/g),
    'custody kinds': CustodyKind.options,
    'policy actions': Object.keys(permissions.table),
    routes: catalogue.map(({ route }) => `${route.method} ${route.path}`),
    'refusal reasons': [
      ...Object.keys(commonRefusals),
      ...catalogue.flatMap(({ route }) => Object.keys(route.refusals)),
    ],
    settings: describeSettings().map(({ name }) => name),
    cookies: [
      ...literalsIn('server/kernel/http', /\bNAME = '(\w+)'/g),
      ...literalsIn('server/kernel/http', /`(media-)\$\{id\}=/g),
      ...literalsIn('web/kernel', /^ {2}'(superAdmin\w*|HCStaff\w*)',$/gm),
    ],
    'storage keys': literalsIn(
      'web',
      /(?:Storage\.\w+\(|\b(?:KEY|\w+_KEY|FLAG|STORED) = |\bsessionKeys = \[)'([\w:-]+)'/g,
    ),
  };
  const lines = Object.entries(names).flatMap(([kind, all]) => [
    `${kind}:`,
    ...[...new Set<string>(all)].toSorted().map((name) => `  ${name}`),
  ]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('stored-names.snapshot.txt');
});

function literalsIn(folder: string, pattern: RegExp): string[] {
  return readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|node_modules|^testing/.test(path))
    .flatMap((path) => [...readFileSync(resolve(root, folder, path), 'utf8').matchAll(pattern)])
    .map(([, name = '']) => name);
}
