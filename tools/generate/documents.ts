import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { planNames, plans } from '@vialkeep/contract/plans.ts';
import { permissions } from '../../server/app.ts';
import { keyScopes, neverByKey } from '../../server/capabilities/api-keys/index.ts';
import { tableOwners } from '../../server/kernel/db/table-owners.ts';
import { describeAccess } from '../../server/kernel/policy/describe-access.ts';
import { describeSettings } from '../../server/kernel/settings/settings.ts';
import { featuresDocument } from '../check/features/features-document.ts';
import type { NamedTest } from '../check/features/named-tests.ts';
import type { Schema } from './read-schema.ts';
import type { Citation, Definition } from './rulings.ts';

const WRITTEN = 'Written by `npm run generate`; compared in `npm run check`.\n';

/** Lists every call, the plans that may make it, and the file that implements it. */
export function routesDocument(): string {
  const rows = catalogue.map(({ name, row, route }) => [
    `\`${route.method} ${route.path}\``,
    route.summary,
    describeAccess(route, permissions),
    `${row} / ${name}`,
    Object.keys(route.refusals).join(', ') || '—',
  ]);
  return page('Routes', table(['Call', 'What it does', 'Who may', 'Row / name', 'Own refusals'], rows));
}

/** Action × plan. Combinations that are not listed are refused. */
export function permissionsDocument(): string {
  const rows = Object.entries(permissions.table)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([action, row]) => [`\`${action}\``, ...plans.map((plan) => row[plan]?.words ?? '—')]);
  return page('Permissions', table(['Action', ...plans.map((plan) => `${plan} ${planNames[plan]}`)], rows));
}

/** What a key of each scope can call, where its owner may; and what no key can. */
export function keyScopesDocument(): string {
  const callsOf = (actions: readonly string[], isByKey: boolean) =>
    catalogue
      .filter(({ route }) => actions.includes(route.access) && (route.inPerson || route.stepUp) !== isByKey)
      .map(({ route }) => `\`${route.method} ${route.path}\``)
      .join('<br>') || '—';
  const codes = (actions: readonly string[]) => actions.map((action) => `\`${action}\``).join(', ') || '—';
  const scopes = Object.entries(keyScopes);
  const granted = scopes.map(([scope, actions]) => [`\`${scope}\``, codes(actions), callsOf(actions, true)]);
  const never = Object.entries(neverByKey).map(([why, actions]) => [why, codes(actions)]);
  const inPerson = callsOf(
    scopes.flatMap(([, actions]) => actions),
    false,
  );
  return page(
    'Key scopes',
    `${table(['Key scope', 'Actions', 'Calls'], granted)}\n## Never by key\n\n${table(['Why', 'Actions'], never)}\nNor these calls, which need the person: ${inPerson}\n`,
  );
}

/** Lists every feature row, its files, and the tests that name it. */
export function featuresPage(tests: readonly NamedTest[]): string {
  const how = 'How each test ended is written to `test-artifacts/features.md` by `npm test`.\n';
  return page('Features', `${how}\n${featuresDocument(tests)}`);
}

/** Every ruling and threat, with the files and the tests that cite it. */
export function rulingsDocument(definitions: readonly Definition[], citations: readonly Citation[]): string {
  const cited = Map.groupBy(citations, ({ id }) => id);
  const rows = definitions.map(({ id, title, link }) => {
    const files = [...new Set((cited.get(id) ?? []).map(({ file }) => file))].toSorted();
    const [tests, sources] = [files.filter(isTest), files.filter((file) => !isTest(file))];
    return [`[${id}](${link})`, title, fileLinks(sources), fileLinks(tests)];
  });
  return page('Rulings', table(['Id', 'About', 'Files', 'Tests'], rows));
}

export function settingsDocument(): string {
  const rows = describeSettings().map((setting) => [
    `\`${setting.name}\``,
    setting.default || '—',
    setting.explanation,
  ]);
  return page('Settings', table(['Name', 'Default', 'What it is for'], rows));
}

export function schemaDocument({ tables, enums }: Schema): string {
  const owners: Readonly<Record<string, string>> = tableOwners;
  const sections = tables.map(({ name, columns, rules, isIsolated, isView }) => {
    const rows = columns.map((column) => [
      `\`${column.name}\``,
      `${column.type}${column.isArray ? '[]' : ''}`,
      column.isNullable
        ? 'may be empty'
        : column.isComputed
          ? 'computed'
          : column.hasDefault
            ? 'has a default'
            : 'required',
    ]);
    const isolation = isIsolated ? 'Each site sees its own rows.' : 'Not divided by site.';
    const reach = isView ? 'A view; each site sees what it sees of its tables.' : isolation;
    return `## ${name}\n\nOwner: \`${owners[name] ?? '—'}\`. ${reach}\n\n${table(['Column', 'Type', ''], rows)}\n${rules.map((rule) => `- \`${rule}\`\n`).join('')}`;
  });
  const words = enums.map(({ name, values }) => `- \`${name}\`: ${values.join(', ')}\n`).join('');
  return page('Schema', `## Words\n\n${words}\n${sections.join('\n')}`);
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file);
}

function fileLinks(files: readonly string[]): string {
  return files.map((file) => `[${file}](../../${file})`).join(', ') || '—';
}

function page(title: string, body: string): string {
  return `# ${title}\n\n${WRITTEN}\n${body}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('');
}
