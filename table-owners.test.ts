import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { otherWriters, tableOwners } from './server/kernel/db/table-owners.ts';

type File = { readonly path: string; readonly text: string };
/** One mention of a table: by the query builder or in the text of a statement. */
type Mention = { readonly path: string; readonly line: number; readonly table: string };
type Rule = {
  says: string;
  /** Lists the violations, each with its file and line. */
  breaches: (files: readonly File[]) => string[];
  /** Example files that each violate the rule; they show that the rule still detects a violation. */
  wouldCatch: Record<string, string>;
};

const root = import.meta.dirname;
const GENERATED = 'server/kernel/db/tables.generated.ts';
/** The file of a restore, which writes every table of a backup by its name. */
const RESTORE = 'server/cli/backup/load-tables.ts';

const project: readonly File[] = globSync('server/**/*.ts', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const WRITES = [
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"`](?:public\.)?(\w+)/g,
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(?:public\.)?"?(\w+)/gi,
  /\bupdate\s+(?:only\s+)?(?:public\.)?"?(\w+)"?(?:\s+(?:as\s+)?\w+)?\s+set\b/gi,
];
const READS = [
  /\.(?:selectFrom|\w*[jJ]oin\w*|using|from)\(\s*\[?(?:[^)\]]*?,)?\s*['"`](?:public\.)?(\w+)(?=['"` ])/g,
  /\b(?:from|join|using)\s+(?:only\s+)?(?:public\.)?"?(\w+)/gi,
];
const COMPUTED_WRITES = [
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*(?!\s*['"]|`\w)/g,
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|update)\s+(?:public\.)?"?\$\{/gi,
];

const rules: Rule[] = [
  {
    says: 'a table is written only by its owner',
    breaches: (files) =>
      mentions(files, WRITES)
        .filter(({ path, table }) => !writersOf(table).some((writer) => within(path, writer)))
        .map(({ path, line, table }) => `${path}:${line}: writes ${table}, which ${ownerOf(table)} owns`),
    wouldCatch: {
      'server/capabilities/centers/a.ts': "await work.db.updateTable('users').set({ version: 1 }).execute();",
      'server/capabilities/centers/b.ts': "await work.db\n  .insertInto(\n    'relations')\n  .values(rows).execute();",
      'server/capabilities/centers/c.ts': 'await sql`insert into relations (kind) values (1)`.execute(db);',
      'server/capabilities/centers/d.ts': 'await sql`update public.domains site set name = 1`.execute(db);',
      'server/capabilities/centers/e.ts': 'await sql`delete from one_time_passwords`.execute(db);',
      'server/kernel/jobs/f.ts': "await db.deleteFrom('known_devices').execute();",
      'server/demo/g.ts': "await work.db.insertInto('users').values(people).execute();",
      'server/cli/h.ts': "await work.db.insertInto('users').values(admin).execute();",
      'server/capabilities/centers/i.ts': "await work.db.insertInto('active_relations').values(rows).execute();",
    },
  },
  {
    says: 'the name of a written table is not computed',
    breaches: (files) =>
      product(files)
        .filter(({ path }) => path !== RESTORE)
        .flatMap((file) =>
          found(file, COMPUTED_WRITES).map(({ line }) => `${file.path}:${line}: writes a table by a computed name`),
        ),
    wouldCatch: {
      'server/capabilities/centers/a.ts': 'await work.db.updateTable(table).set(changes).execute();',
      'server/capabilities/centers/b.ts': 'await sql`insert into ${table} values (1)`.execute(db);',
      'server/capabilities/centers/c.ts': 'await work.db.insertInto(`${kind}s`).values(row).execute();',
    },
  },
  {
    says: 'relations are read outside network through the view active_relations or network’s functions',
    breaches: (files) =>
      mentions(files, READS)
        .filter(({ path, table }) => table === 'relations' && !within(path, tableOwners.relations))
        .map(({ path, line }) => `${path}:${line}: reads relations`),
    wouldCatch: {
      'server/capabilities/centers/a.ts': "const rows = await db.selectFrom('relations').selectAll().execute();",
      'server/capabilities/centers/b.ts': "query.innerJoin('relations as r', 'r.subject_id', 'users.id')",
      'server/capabilities/centers/c.ts': 'sql`select 1 from documents join relations on true`',
      'server/demo/d.ts': "db.selectFrom(['users', 'relations'])",
    },
  },
  {
    says: 'the predicate of an active relation is written once, in its view',
    breaches: (files) =>
      product(files).flatMap((file) =>
        found(file, [/approved_at['"]?,?\s*['"]?is not['"]?,?\s*null/g]).map(
          ({ line }) => `${file.path}:${line}: compares approved_at by hand`,
        ),
      ),
    wouldCatch: {
      'server/capabilities/network/a.ts': ".where('relations.approved_at', 'is not', null)",
      'server/capabilities/network/b.ts': 'sql`ended_at is null and approved_at is not null`',
    },
  },
  {
    says: 'users are inserted by one statement',
    breaches: (files) =>
      mentions(files, WRITES.slice(0, 2), /insert/i)
        .filter(({ table }) => table === 'users')
        .filter(({ path }) => path !== 'server/capabilities/accounts/create-account.ts')
        .map(({ path, line }) => `${path}:${line}: inserts into users`),
    wouldCatch: {
      'server/capabilities/accounts/a.ts': "await work.db.insertInto('users').values(account).execute();",
      'server/capabilities/accounts/b.ts': 'await sql`insert into users (email) values (1)`.execute(db);',
    },
  },
  {
    says: 'every table has an owner',
    breaches: (files) =>
      tablesIn(files)
        .filter(({ table }) => !Object.hasOwn(tableOwners, table))
        .map(({ path, line, table }) => `${path}:${line}: ${table} has no owner in server/kernel/db/table-owners.ts`),
    wouldCatch: { [GENERATED]: 'export type DB = {\n  users: Users;\n  new_things: NewThings;\n};\n' },
  },
];

describe.each(rules)('$says', ({ breaches, wouldCatch }) => {
  test('the project follows the rule', () => expect(breaches(project)).toEqual([]));

  test.each(Object.entries(wouldCatch))('the rule detects the violation in %s', (path, text) => {
    expect(breaches([{ path, text }])).toEqual([expect.stringMatching(/^server\/[\w./-]+:\d+: \w/)]);
  });
});

describe('The list of owners', () => {
  test('an owner is a folder or a file of the server', () => {
    const writers = [...Object.values(tableOwners), ...otherWriters.map(({ writer }) => writer)];
    expect(writers.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('a listed table exists', () => {
    const known = tablesIn(project).map(({ table }) => table);
    expect(Object.keys(tableOwners).filter((table) => !known.includes(table))).toEqual([]);
  });

  test('another writer than the owner still writes each table that is listed for it', () => {
    const written = mentions(project, WRITES);
    const idle = otherWriters.flatMap(({ writer, tables }) =>
      tables.filter((name) => !written.some(({ path, table }) => table === name && within(path, writer))),
    );
    expect(idle).toEqual([]);
  });

  test('the test reads the statements of the project', () => {
    const written = mentions(project, WRITES);
    expect(written.length).toBeGreaterThan(100);
    // By the query builder, in the text of a statement, and behind `with`.
    expect(written.map(({ path, table }) => `${path} ${table}`)).toEqual(
      expect.arrayContaining([
        'server/capabilities/accounts/create-account.ts users',
        'server/capabilities/vials/stock.ts vials',
        'server/kernel/audit/audit-rows.ts request_origins',
      ]),
    );
    expect(mentions(project, READS).filter(({ table }) => table === 'active_relations').length).toBeGreaterThan(15);
  });
});

/** The server without its tests, generated files and the code that only tests run. */
function product(files: readonly File[]): readonly File[] {
  return files.filter(
    ({ path }) => !/\.test\.ts$|\.generated\.ts$/.test(path) && !within(path, 'server/testing') && path.endsWith('.ts'),
  );
}

function mentions(files: readonly File[], patterns: readonly RegExp[], containing = /(?:)/): Mention[] {
  return product(files).flatMap((file) =>
    found(file, patterns)
      .filter(({ text, table }) => containing.test(text) && Object.hasOwn(tableOwners, table))
      .map(({ line, table }) => ({ path: file.path, line, table })),
  );
}

function found({ text }: File, patterns: readonly RegExp[]) {
  const code = withoutComments(text);
  return patterns.flatMap((pattern) =>
    [...code.matchAll(pattern)].map((match) => ({
      line: code.slice(0, match.index).split('\n').length,
      text: match[0],
      table: match[1] ?? '',
    })),
  );
}

/** Blanks comments; a comment begins a line or follows a space, unlike the slashes in a path or an address. */
function withoutComments(text: string): string {
  return text.replace(/(?<=^|\s)(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*)/g, (comment) => comment.replace(/[^\n]/g, ' '));
}

function tablesIn(files: readonly File[]): Mention[] {
  return files
    .filter(({ path }) => path === GENERATED)
    .flatMap(({ path, text }) => {
      const start = text.indexOf('export type DB = {');
      return [...text.slice(start).matchAll(/^ {2}(\w+):/gm)].map((match) => ({
        path,
        line: text.slice(0, start + match.index).split('\n').length,
        table: match[1] ?? '',
      }));
    });
}

function ownerOf(table: string): string {
  return Object.entries(tableOwners).find(([name]) => name === table)?.[1] ?? '';
}

function writersOf(table: string): string[] {
  return [
    ownerOf(table),
    ...otherWriters.filter(({ tables }) => (tables as readonly string[]).includes(table)).map(({ writer }) => writer),
  ];
}

function within(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
