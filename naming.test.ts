import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

type File = { readonly path: string; readonly text: string };
type Rule = {
  says: string;
  /** Lists the violations, each with its file or name. */
  breaches: (files: readonly File[]) => string[];
  /** Example files that each violate the rule; `files` shows them together. */
  wouldCatch: readonly (readonly File[])[];
};

const root = import.meta.dirname;
const MOST_FILES_WITH_ONE_NAME = 5;
/** Names that files of one kind have by convention. */
const CONVENTIONAL = new Set(['type Props', 'type Row', 'function setUp']);
/** No other word of a title can stand before its subject. */
const WITHOUT_SUBJECT = new Set(
  (
    'is are was were has have had does do did can may must and but or that which whose who of on in by with for to from ' +
    'not also then below above arrives finds gives holds keeps leaves needs refuses says shows stays its their'
  ).split(' '),
);
const FEATURES = /^(?:(?:F\d{3}|[A-Z]{1,2}\d{1,2}) )*/;
const TITLE = /^[ \t]*(?:test(?:\.\w+)*\((?:[^\n]*?\)\()?|\]\)\()\s*(['"`])([^\n]+?)\1/gm;
const DECLARATION = /^(?:export )?(?:default )?(?:async )?(function|type|class|interface)\*? ([A-Za-z_$][\w$]*)/gm;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g;
const HIDES_THE_ROLE = /\b(?:whoever|whomever|somebody|nobody|anybody|everybody|oneself|themself|of ours)\b/i;

const project: readonly File[] = globSync(
  ['*.ts', '{contract,server,tools,web}/**/*.{ts,tsx}', '{docs,deploy}/**/*.md', '*.md'],
  { cwd: root, exclude: ['**/node_modules/**', '**/dist/**', 'docs/{generated,spec}/**', 'docs/style.md'] },
)
  .map((path) => path.replaceAll('\\', '/'))
  // This file quotes the words that it forbids.
  .filter((path) => path !== 'naming.test.ts' && !path.includes('.generated.'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const rules: Rule[] = [
  {
    says: 'no more than five files of the product and its tools declare the same name',
    breaches: (files) => {
      const declared = Map.groupBy(
        files.filter(({ path }) => isScript(path) && !isTest(path)).flatMap(namesIn),
        ({ name }) => name,
      );
      return [...declared]
        .filter(([name, places]) => places.length > MOST_FILES_WITH_ONE_NAME && !CONVENTIONAL.has(name))
        .map(([name, places]) => `${name}: ${places.map(({ path }) => path).join(', ')}`);
    },
    wouldCatch: [
      Array.from({ length: 6 }, (_, n) => ({ path: `web/ui/a${n}.tsx`, text: 'type FormProps = { id: number };\n' })),
      Array.from({ length: 6 }, (_, n) => ({ path: `server/a${n}.ts`, text: 'export async function send() {}\n' })),
    ],
  },
  {
    says: 'the title of a test begins with its subject',
    breaches: (files) =>
      files
        .filter(({ path }) => isTest(path))
        .flatMap(({ path, text }) => titlesIn(text).map((title) => `${path}: ${title}`))
        .filter((place) => WITHOUT_SUBJECT.has(firstWord(place.slice(place.indexOf(': ') + 2)))),
    wouldCatch: [
      [{ path: 'server/a.test.ts', text: "  test('is refused at 256 kB', () => {});" }],
      [{ path: 'server/b.test.ts', text: "  test(\n    'F169 holds the vials', () => {},\n  );" }],
      [{ path: 'server/c.test.ts', text: "  test.each([1])('of %s calls one succeeds', () => {});" }],
      [{ path: 'server/d.test.ts', text: "  test.each([\n    1,\n  ])('and is %s fails', () => {});" }],
    ],
  },
  {
    says: 'comments, documents and titles name who acts',
    breaches: (files) =>
      files.flatMap(({ path, text }) =>
        (path.endsWith('.md')
          ? text.split('\n')
          : [...(text.match(COMMENT) ?? []), ...(isTest(path) ? titlesIn(text) : [])]
        )
          .filter((words) => HIDES_THE_ROLE.test(words))
          .map((words) => `${path}: ${words.trim()}`),
      ),
    wouldCatch: [
      [{ path: 'server/a.ts', text: '/** Hardly anybody asks. */' }],
      [{ path: 'web/b.tsx', text: 'const limit = 3; // Whoever asks more waits.' }],
      [{ path: 'docs/c.md', text: 'It belongs to nobody.' }],
      [{ path: 'server/d.test.ts', text: "test.each([1])('key %s opens for somebody else', () => {});" }],
    ],
  },
];

describe.each(rules)('$says', ({ breaches, wouldCatch }) => {
  test('the project follows the rule', () => expect(breaches(project)).toEqual([]));

  test('the rule detects each of its example violations', () => {
    for (const files of wouldCatch) expect(breaches(files), files[0]?.text).not.toEqual([]);
  });
});

test('the test reads the names and titles of the project', () => {
  expect(project.flatMap(namesIn).length).toBeGreaterThan(5_000);
  expect(project.flatMap(({ text }) => titlesIn(text)).length).toBeGreaterThan(3_000);
});

/** A name counts once in a file, however many overloads it has. */
function namesIn({ path, text }: File): { readonly name: string; readonly path: string }[] {
  const names = [...text.matchAll(DECLARATION)].map(([, kind, name]) => `${kind} ${name}`);
  return [...new Set(names)].map((name) => ({ name, path }));
}

function titlesIn(text: string): string[] {
  return [...text.matchAll(TITLE)].map(([, , title]) => title ?? '');
}

function firstWord(title: string): string {
  return /^[\w’-]+/.exec(title.replace(FEATURES, ''))?.[0] ?? '';
}

function isScript(path: string): boolean {
  return /\.tsx?$/.test(path);
}

/** Tests and the code that only tests use. */
function isTest(path: string): boolean {
  return /\.(?:test|proof|tour|weighing)\.tsx?$/.test(path) || /^tools\/e2e\/|(?:^|\/)testing\//.test(path);
}
