import { readdirSync, readFileSync } from 'node:fs';
import { posix, relative, resolve, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  circles,
  isCode,
  isGenerated,
  isScript,
  isTest,
  isTypeScript,
  namesAlong,
  within,
  withoutComment,
} from './tools/check/project-paths.ts';

type File = { readonly path: string; readonly text: string };
type Import = { from: string; specifier: string; target: string; names: readonly string[]; isReExport: boolean };
type Rule = {
  says: string;
  /** Lists the violations, each with its file and the reason. */
  breaches: (files: readonly File[]) => string[];
  /** Example files that violate the rule; they show that the rule still detects a violation. */
  wouldCatch: Record<string, string>;
};

const root = import.meta.dirname;
const IGNORED = new Set(['.git', 'node_modules', 'dist', 'data', 'test-artifacts', '.env']);

// This file quotes the patterns that it forbids.
const project = readFolder(root).filter(({ path }) => path !== 'structure.test.ts');

const LAYOUT_PRIMITIVES = new Set('Stack Group Text Title Grid SimpleGrid Anchor Box List Divider Code'.split(' '));
const OUTSIDE = new Set(
  ['net', 'tls', 'http', 'https', 'http2', 'dgram']
    .flatMap((name) => [name, `node:${name}`])
    .concat('nodemailer', 'aws4fetch'),
);
/** What the server uses of node:net without connecting to another system. */
const INWARD = new Set(['isIP', 'BlockList', 'Socket', 'Server', 'createServer']);
/** The layers that each server layer may import besides itself. */
const SERVER_LAYERS: Readonly<Record<string, readonly string[]>> = {
  ports: ['ports'],
  kernel: ['ports', 'kernel'],
  pdf: ['ports', 'kernel', 'pdf'],
  integrations: ['ports', 'kernel', 'pdf', 'integrations'],
  capabilities: ['ports', 'kernel', 'pdf', 'capabilities'],
};

type WebLayer = 'kernel' | 'ui' | 'components' | 'capabilities' | 'shell';
const WEB_LAYERS: Readonly<Record<WebLayer, readonly WebLayer[]>> = {
  kernel: ['kernel'],
  ui: ['kernel', 'ui'],
  components: ['kernel', 'ui', 'components'],
  capabilities: ['kernel', 'ui', 'components', 'capabilities'],
  shell: ['kernel', 'ui', 'components', 'capabilities', 'shell'],
};
const JUNK_NAMES = /(?:^|[-.])(?:utils?|helpers?|misc|common)(?=[-.]|$)|(?<!sales-|assets-)\bmanager(?=[-.]|$)/;

const rules: Rule[] = [
  {
    says: 'the contract imports nothing but zod and itself',
    breaches: importing(
      ({ from, target }) =>
        within(from, 'contract') &&
        !within(target, 'contract') &&
        !(isTest(from) ? isTestTool(target) : target === 'zod'),
    ),
    wouldCatch: { 'contract/users.ts': "import type { Db } from '../server/kernel/db/db.ts';" },
  },
  {
    says: 'the server never imports the web',
    breaches: importing(({ from, target }) => within(from, 'server') && within(target, 'web')),
    wouldCatch: { 'server/app.ts': "import { Screen } from '../web/ui/screen.tsx';" },
  },
  {
    says: 'the web never imports the server',
    breaches: importing(({ from, target }) => within(from, 'web') && (within(target, 'server') || target === 'kysely')),
    wouldCatch: { 'web/kernel/api/api.ts': "import type { Actor } from '@vialkeep/server/kernel/session/actor.ts';" },
  },
  {
    says: 'the client imports nothing but itself',
    breaches: importing(({ from, target }) => within(from, 'client/src') && !within(target, 'client/src')),
    wouldCatch: { 'client/src/client.ts': "import { z } from 'zod';" },
  },
  {
    says: 'each layer of the server imports only layers below it',
    breaches: importing(({ from, target }) => {
      const allowed = SERVER_LAYERS[layerOf(from) ?? ''];
      const layer = layerOf(target);
      return !isTest(from) && allowed !== undefined && layer !== null && !allowed.includes(layer);
    }),
    wouldCatch: {
      'server/ports/mail.ts': "import { log } from '../kernel/log.ts';",
      'server/kernel/jobs/jobs.ts': "import { userFor } from '../../capabilities/users/index.ts';",
      'server/kernel/services.ts': "import { openMail } from '../integrations/mail/open-mail.ts';",
      'server/pdf/worker.ts': "import { openMail } from '../integrations/mail/open-mail.ts';",
      'server/capabilities/cards/add-card.ts': "import { s3Files } from '../../integrations/files/s3-files.ts';",
      'server/capabilities/cards/list-cards.ts': "import { newWorld } from '../../testing/world.ts';",
    },
  },
  {
    says: 'each layer of the web imports only layers below it',
    breaches: importing(({ from, target }) => {
      const [layer, other] = [webLayerOf(from), webLayerOf(target)];
      return layer !== null && other !== null && !isTest(from) && !WEB_LAYERS[layer].includes(other);
    }),
    wouldCatch: {
      'web/kernel/api/api.ts': "import { Button } from '../../ui/actions/button.tsx';",
      'web/ui/layout/card.tsx': "import { VialRack } from '../../components/sample/vial-rack.tsx';",
      'web/components/sample/vial-rack.tsx': "import { pages } from '../../shell/pages.ts';",
    },
  },
  {
    says: 'the fakes of outside parties lie in server/testing/fakes',
    breaches: (files) =>
      files
        .filter(({ path }) => within(path, 'server/integrations') && /stand-in|fake/.test(path))
        .map(({ path }) => path),
    wouldCatch: { 'server/integrations/mail/fake-smtp.ts': '' },
  },
  {
    says: 'a tool imports another tool only through the harness',
    breaches: importing(({ from, target }) => {
      const [ours, theirs] = [toolOf(from), toolOf(target)];
      return ours !== null && theirs !== null && ours !== theirs && theirs !== 'tools/harness';
    }),
    wouldCatch: { 'tools/bench/run.ts': "import { startProduct } from '../e2e/people/person.ts';" },
  },
  {
    says: 'no folder but contract holds more than 25 files, its tests not counted',
    breaches: (files) => {
      const counts = new Map<string, number>();
      for (const { path } of files) {
        if (!isTypeScript(path) || /\.test\.tsx?$/.test(path)) continue;
        const folder = posix.dirname(path);
        counts.set(folder, (counts.get(folder) ?? 0) + 1);
      }
      return [...counts]
        .filter(([folder, count]) => count > 25 && folder !== 'contract')
        .map(([folder, count]) => `${folder}: ${count} files`);
    },
    wouldCatch: Object.fromEntries(Array.from({ length: 26 }, (_, n) => [`web/ui/part-${n}.ts`, ''])),
  },
  {
    says: 'a capability, a command, the demo and a tool reach a server capability only through its index.ts',
    breaches: importing(({ from, target }) => {
      const [ours, theirs] = [capabilityOf(from), capabilityOf(target)];
      const isInside =
        theirs !== null && ours !== theirs && within(target, 'server') && target !== `${theirs}/index.ts`;
      return isInside && (ours !== null || /^(?:server\/(?:cli|demo)|tools)\//.test(from));
    }),
    wouldCatch: {
      'server/capabilities/session/login/login.ts': "import { findPerson } from '../../users/users.queries.ts';",
      'server/demo/labels.ts': "import { recordLabelEvent } from '../capabilities/labels/record-label-event.ts';",
    },
  },
  {
    says: 'server capabilities do not import each other in a circle',
    breaches: (files) =>
      circles(
        importsOf(files)
          .filter(({ from }) => within(from, 'server') && !isTest(from))
          .map(({ from, target }) => [capabilityOf(from), capabilityOf(target)]),
      ),
    wouldCatch: {
      'server/capabilities/users/index.ts': "import { endSessions } from '../session/index.ts';",
      'server/capabilities/session/index.ts': "import { userFor } from '../users/index.ts';",
    },
  },
  {
    says: 'web capabilities do not import each other; the shell and the dashboard compose',
    breaches: importing(({ from, target }) => {
      const [ours, theirs] = [capabilityOf(from), capabilityOf(target)];
      return (
        ours !== null &&
        theirs !== null &&
        ours !== theirs &&
        within(from, 'web') &&
        ours !== 'web/capabilities/dashboard'
      );
    }),
    wouldCatch: {
      'web/capabilities/users/list/users.columns.tsx': "import { texts } from '../../session/session.texts.ts';",
    },
  },
  {
    says: 'only the database kernel, the database integration and tools open connections',
    breaches: importing(({ from, target }) => {
      if (target === 'graphile-worker') return from !== 'server/kernel/jobs/jobs.ts';
      const allowed = [
        'server/kernel/db',
        'server/kernel/jobs',
        'server/integrations/database',
        'server/cli',
        'server/testing',
        'tools',
      ];
      return /^pg(?:-cursor|-pool|-copy-streams)?$/.test(target) && !allowed.some((place) => within(from, place));
    }),
    wouldCatch: { 'server/capabilities/users/list-users.ts': "import pg from 'pg';" },
  },
  {
    says: 'however many ids there are, the statement is the same',
    breaches: containing(/'in', (?:\[\.\.\.|\w*[iI]ds\b)/, (path) => within(path, 'server/capabilities')),
    wouldCatch: {
      'server/capabilities/users/a.ts': ".where('id', 'in', ids)",
      'server/capabilities/users/b.ts': ".where('id', 'in', [...people])",
    },
  },
  {
    says: 'only integrations speak to the outside',
    breaches: (files) => [
      ...importing(
        ({ from, target, names }) =>
          isServerProduct(from) &&
          OUTSIDE.has(target) &&
          !(target === 'node:net' && names.every((name) => INWARD.has(name))),
      )(files),
      ...containing(/(?<![\w.])fetch\(/, isServerProduct)(files),
    ],
    wouldCatch: {
      'server/kernel/jobs/jobs.ts': "import { request } from 'node:https';",
      'server/capabilities/sites/ask.ts': 'await fetch(address);',
    },
  },
  {
    says: 'on the web only the kernel calls the server',
    breaches: containing(
      /(?<![\w.])fetch\(|new XMLHttpRequest/,
      (path) => within(path, 'web') && !within(path, 'web/kernel') && !isTest(path),
    ),
    wouldCatch: { 'web/capabilities/users/users.screen.tsx': "const answer = await fetch('/api/admin/users/');" },
  },
  {
    says: 'capabilities of the web take only layout from Mantine; everything else comes from ui',
    breaches: importing(
      ({ from, specifier, names }) =>
        capabilityOf(from) !== null &&
        specifier.startsWith('@mantine/') &&
        !(specifier === '@mantine/core' && names.every((name) => LAYOUT_PRIMITIVES.has(name))),
    ),
    wouldCatch: { 'web/capabilities/users/users.screen.tsx': "import { Stack, Table } from '@mantine/core';" },
  },
  {
    says: 'a link names its page by the constant, never by a path',
    breaches: containing(/\bto[=:]\s*\{?['"`]\/|strict: false/, (path) => within(path, 'web') && !isTest(path)),
    wouldCatch: { 'web/ui/a.tsx': '<Link to="/dashboard">', 'web/ui/b.tsx': 'useParams({ strict: false })' },
  },
  {
    says: 'every screen has a component test beside it',
    breaches: (files) => {
      const paths = new Set(files.map(({ path }) => path));
      return [...paths].filter(
        (path) => /\.screens?\.tsx$/.test(path) && !paths.has(path.replace(/\.tsx$/, '.test.tsx')),
      );
    },
    wouldCatch: {
      'web/capabilities/users/users.screen.tsx': '',
      'web/capabilities/users/other.screen.test.tsx': '',
    },
  },
  {
    says: 'no files import each other in a circle',
    breaches: (files) => circles(importsOf(files).map(({ from, target }) => [from, target])),
    wouldCatch: {
      'server/kernel/a.ts': "import { b } from './b.ts';",
      'server/kernel/b.ts': "import type { A } from './a.ts';",
    },
  },
  {
    says: 'no file is over 400 lines, and no test over 500',
    breaches: (files) =>
      files
        .filter(({ path }) => isCode(path) && !isGenerated(path))
        .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
        .filter(({ path, lines }) => lines > (isTest(path) ? 500 : 400))
        .map(({ path, lines }) => `${path}: ${lines} lines`),
    wouldCatch: { 'server/kernel/long.ts': 'export {};\n'.repeat(401) },
  },
  {
    says: 'names are kebab-case and say what is inside',
    breaches: (files) => [
      ...new Set(files.filter(({ path }) => isCode(path)).flatMap(({ path }) => namesAlong(path).filter(isBadName))),
    ],
    wouldCatch: { 'server/kernel/dateUtils.ts': '', 'web/ui/table-helpers.ts': '', 'web/ui/modal-manager.tsx': '' },
  },
  {
    says: 'nothing is exported onwards but by the index.ts of a server capability and of the client',
    breaches: importing(
      ({ from, isReExport }) => isReExport && !/^(?:server\/capabilities\/[^/]+|client\/src)\/index\.ts$/.test(from),
    ),
    wouldCatch: { 'web/ui/index.ts': "export { Button } from './button.tsx';" },
  },
  {
    says: 'any stands only right below a @NOTE that says why',
    breaches: (files) =>
      files
        .filter(({ path }) => isTypeScript(path) && !isGenerated(path))
        .flatMap(({ path, text }) =>
          text.split('\n').flatMap((line, index, lines) => {
            const isAny = /(?:[:<|&,=(]|\bas|\bextends)\s*any(?:\[\])*\s*(?:[>,;)|&={\]]|$)/.test(withoutComment(line));
            return isAny && !lines[index - 1]?.includes('@NOTE') ? [`${path}:${index + 1}: ${line.trim()}`] : [];
          }),
        ),
    wouldCatch: { 'server/kernel/a.ts': 'const answer = value as any;', 'server/kernel/b.ts': 'let rows: any[] = [];' },
  },
  {
    says: 'the compiler and the linter are not silenced',
    breaches: (files) => [
      ...containing(/@ts-(?:ignore|nocheck)|(?:eslint|oxlint|biome)-(?:disable|ignore)(?!.*-- \w)/, isCode)(files),
      // A test can state that a line is a type error: the compiler reports the statement when it is not true.
      ...containing(/@ts-expect-error/, (path) => isCode(path) && !isTest(path))(files),
      ...containing(/@ts-expect-error(?! \w)/, isTest)(files),
    ],
    wouldCatch: {
      'server/kernel/a.ts': '// @ts-ignore',
      'server/kernel/b.ts': '// oxlint-disable-next-line no-console',
      'server/kernel/c.ts': '// @ts-expect-error the types are wrong',
      'server/kernel/d.test.ts': '// @ts-expect-error',
    },
  },
  {
    says: 'no work is left for later in the code',
    breaches: containing(/\b(?:TODO|FIXME|XXX|HACK)\b/, isCode),
    wouldCatch: { 'server/kernel/a.ts': '// TODO finish' },
  },
  {
    says: 'no path of somebody’s machine and no package registry is named',
    breaches: containing(
      /(?<![\w.:/-])\/(?:home|Users|root|work|mnt|workspace)\/[\w.-]|[A-Z]:\\Users\\|(?<![\w-])registry\.|\/\/[\w.-]*(?:artifactory|nexus|verdaccio|npmjs)\b/,
      () => true,
    ),
    wouldCatch: { 'README.md': 'cd /home/somebody/vialkeep', '.npmrc': 'registry=https://registry.example.test/' },
  },
  {
    says: 'migrations are numbered one after the other',
    breaches: (files) =>
      files
        .filter(({ path }) => posix.dirname(path) === 'server/migrations')
        .map(({ path }) => posix.basename(path))
        .toSorted()
        .filter((name, index) => Number(/^(\d{4})_[a-z0-9_]+(?:\.concurrent)?\.sql$/.exec(name)?.[1]) !== index + 1),
    wouldCatch: { 'server/migrations/0001_a.sql': '', 'server/migrations/0003_c.sql': '' },
  },
];

describe.each(rules)('$says', ({ breaches, wouldCatch }) => {
  test('the project follows the rule', () => expect(breaches(project)).toEqual([]));

  test('the rule detects a violation in its example files', () => {
    const invented = Object.entries(wouldCatch).map(([path, text]) => ({ path, text }));
    expect(breaches(invented)).not.toEqual([]);
  });
});

test('the test reads the files of the project', () => {
  expect(project.map(({ path }) => path)).toEqual(expect.arrayContaining(['server/app.ts', 'contract/catalogue.ts']));
  expect(importsOf(project).filter(({ from }) => from === 'server/app.ts').length).toBeGreaterThan(20);
});

function readFolder(folder: string): File[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry): File[] => {
    if (IGNORED.has(entry.name) || entry.name.endsWith('.log')) return [];
    const full = resolve(folder, entry.name);
    if (entry.isDirectory()) return readFolder(full);
    return entry.isFile()
      ? [{ path: relative(root, full).replaceAll(sep, '/'), text: readFileSync(full, 'utf8') }]
      : [];
  });
}

// Matches only at the start of a line, and only text that can stand between the keyword and the quotes.
const IMPORT =
  /^[ \t]*(import|export)\s+(?:type\s+)?((?:\w+\s*,?\s*)?(?:\{[^}]*\}|\*(?:\s+as\s+\w+)?)?)\s*(?:from\s*)?['"]([^'"\n]+)['"]/gm;
const DYNAMIC_IMPORT = /\bimport\(\s*['"]([^'"\n]+)['"]/g;

function importsOf(files: readonly File[]): Import[] {
  return files
    .filter(({ path }) => isScript(path))
    .flatMap(({ path, text }) => [
      ...[...text.matchAll(IMPORT)].map(([, keyword, clause = '', specifier = '']) => ({
        ...imported(path, specifier),
        names: namesIn(clause),
        isReExport: keyword === 'export',
      })),
      ...[...text.matchAll(DYNAMIC_IMPORT)].map(([, specifier = '']) => imported(path, specifier)),
    ]);
}

function imported(from: string, specifier: string): Import {
  const ours = specifier.startsWith('.')
    ? posix.join(posix.dirname(from), specifier)
    : specifier.replace(/^@vialkeep\//, '');
  return { from, specifier, target: ours, names: [], isReExport: false };
}

/** `React, { type A, b as c }` → A, b: the names that the other file exports. */
function namesIn(clause: string): string[] {
  const braced = /\{([^}]*)\}/.exec(clause)?.[1];
  if (braced === undefined) return clause.trim() === '' ? [] : [clause.trim()];
  return braced
    .split(',')
    .map((name) =>
      name
        .trim()
        .replace(/^type\s+/, '')
        .replace(/\s+as\s+.*$/, ''),
    )
    .filter((name) => name !== '');
}

function importing(isBreach: (found: Import) => boolean): Rule['breaches'] {
  return (files) =>
    importsOf(files)
      .filter(isBreach)
      .map(({ from, specifier }) => `${from} imports ${specifier}`);
}

function containing(pattern: RegExp, where: (path: string) => boolean): Rule['breaches'] {
  return (files) =>
    files
      .filter(({ path }) => where(path))
      .flatMap(({ path, text }) =>
        text
          .split('\n')
          .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 160)}`] : [])),
      );
}

function capabilityOf(path: string): string | null {
  return /^(?:server|web)\/capabilities\/[^/]+/.exec(path)?.[0] ?? null;
}

/** Returns 'kernel' for server/kernel/…; null outside the server and for files beside its layers. */
function layerOf(path: string): string | null {
  return /^server\/([\w-]+)\//.exec(path)?.[1] ?? null;
}

function webLayerOf(path: string): WebLayer | null {
  const name = /^web\/([\w-]+)\//.exec(path)?.[1];
  // @NOTE `in` has just found the name among the keys.
  return name !== undefined && name in WEB_LAYERS ? (name as WebLayer) : null;
}

/** Returns tools/bench for tools/bench/run.ts; tools/check and tools/generate may read the other tools as files. */
function toolOf(path: string): string | null {
  return /^tools\/(?:harness|bench|faults|fuzz|scan|e2e)(?=\/)/.exec(path)?.[0] ?? null;
}

/** The server without its integrations, its commands and the code that only tests run. */
function isServerProduct(path: string): boolean {
  const elsewhere = ['server/integrations', 'server/cli', 'server/testing'];
  return within(path, 'server') && !isTest(path) && !elsewhere.some((place) => within(path, place));
}

function isTestTool(name: string): boolean {
  return name === 'vitest' || name === 'fast-check' || name === 'zod' || name.startsWith('node:');
}

function isBadName(path: string): boolean {
  const name = posix.basename(path);
  const isMigration = within(posix.dirname(path), 'server/migrations');
  const isKebab = isMigration || /^\.?[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/.test(name);
  return !isKebab || JUNK_NAMES.test(name);
}
