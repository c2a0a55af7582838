import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const web = resolve(import.meta.dirname, '../..');
const mantine = resolve(web, '../node_modules/@mantine/core');
const listed = [
  ...readFileSync(join(web, 'ui/theme/mantine.css'), 'utf8').matchAll(/styles\/([\w-]+)\.layer\.css/g),
].map(([, name = '']) => name);

test('mantine.css contains the styles of every used Mantine component', () => {
  const files = globSync('{ui,components,shell,capabilities}/**/*.tsx', { cwd: web });
  const components = new Set(files.flatMap((file) => importedFrom(readFileSync(join(web, file), 'utf8'))));
  const needed = new Set([...components].flatMap(stylesOf));
  expect([...needed].filter((name) => !listed.includes(name)).toSorted()).toEqual([]);
});

test('mantine.css keeps Mantine’s order, because later rules win', () => {
  const everything = readFileSync(join(mantine, 'styles.css'), 'utf8');
  const places = listed.map((name) => everything.indexOf(readFileSync(styleFile(name), 'utf8').trim().slice(0, 150)));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

function importedFrom(source: string): string[] {
  return [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().split(' as ')[0] ?? '')
    .filter((name) => /^[A-Z]/.test(name));
}

/** The style sheets of a component and of its dependencies, read from the package. */
function stylesOf(component: string): string[] {
  const index = readFileSync(join(mantine, 'esm/index.mjs'), 'utf8');
  const path = new RegExp(`import \\{[^}]*\\b${component}\\b[^}]*\\} from "(\\./[^"]+)"`).exec(index)?.[1];
  return path ? stylesBehind(join(mantine, 'esm', path), new Set()) : [];
}

function stylesBehind(module: string, seen: Set<string>): string[] {
  if (seen.has(module)) return [];
  seen.add(module);
  if (module.endsWith('.module.mjs')) {
    const name = basename(module, '.module.mjs');
    return existsSync(styleFile(name)) ? [name] : [];
  }
  const imports = [...readFileSync(module, 'utf8').matchAll(/from "(\.[^"]+)"/g)];
  return imports.flatMap(([, path = '']) => stylesBehind(join(dirname(module), path), seen));
}

function styleFile(name: string): string {
  return join(mantine, 'styles', `${name}.css`);
}
