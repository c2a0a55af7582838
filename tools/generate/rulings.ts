import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** An id that a document defines, and where a reader finds it. */
export type Definition = { id: string; title: string; link: string };

/** One place that names an id. */
export type Citation = { id: string; file: string; line: number };

const RULINGS = 'docs/spec/rulings.md';
const SECURITY = 'docs/security.md';

const HEADING = /^### ([SCUQVW]-\d{2}) (.+)$/gm;
const THREAT_ROW = /^\| (T\d{1,2}) \| ([^|]+) \|/gm;

const RULING_ID = /(?<![\w-])[SCUQVW]-\d{2}(?!\d|-\d)/g;
// Excludes the T of a time (before a colon, or after a template's closing brace). 'T10–T15' cites all six.
const THREAT_ID = /(?<![\w}])T(\d{1,2})(?:–T(\d{1,2}))?(?!\w|:\d)/g;

const SOURCES = '**/*.{ts,tsx,mjs,sql,css}';
const DOCUMENTS = ['*.md', 'docs/**/*.md'];
const IGNORED = [
  '**/node_modules/**',
  '**/dist/**',
  'data/**',
  'test-artifacts/**',
  'docs/generated/**',
  // The ids in this test are examples.
  '**/generate/rulings.test.ts',
];

/** Reads the rulings and threats that the documents define, in their order. */
export function readDefinitions(root: string): Definition[] {
  return parseDefinitions(readFileSync(join(root, RULINGS), 'utf8'), readFileSync(join(root, SECURITY), 'utf8'));
}

export function parseDefinitions(rulings: string, security: string): Definition[] {
  return [
    ...[...rulings.matchAll(HEADING)].map(([, id = '', title = '']) => ({
      id,
      title,
      link: `../spec/rulings.md#${headingAnchor(`${id} ${title}`)}`,
    })),
    ...[...security.matchAll(THREAT_ROW)].map(([, id = '', title = '']) => ({
      id,
      title: title.trim(),
      link: '../security.md#threats-by-id',
    })),
  ];
}

/** Lists the citations in code, tests, styles and migrations. */
export function findSourceCitations(root: string): Citation[] {
  return findCitations(root, [SOURCES]);
}

/** Lists the citations in hand-written documents. */
export function findDocumentCitations(root: string): Citation[] {
  return findCitations(root, DOCUMENTS);
}

export function parseCitations(file: string, text: string): Citation[] {
  return text
    .split('\n')
    .flatMap((content, index) => [...new Set(idsIn(content))].map((id) => ({ id, file, line: index + 1 })));
}

/** Names every citation without a definition, by file and line, and every id that is defined twice. */
export function rulingFaults(definitions: readonly Definition[], citations: readonly Citation[]): string[] {
  const counts = Map.groupBy(definitions, ({ id }) => id);
  return [
    ...citations
      .filter(({ id }) => !counts.has(id))
      .map(
        ({ id, file, line }) => `${file}:${line}: ${id} is not defined in ${id.startsWith('T') ? SECURITY : RULINGS}`,
      ),
    ...[...counts].filter(([, all]) => all.length > 1).map(([id]) => `${id} is defined more than once`),
  ];
}

function findCitations(root: string, patterns: readonly string[]): Citation[] {
  return globSync(patterns, { cwd: root, exclude: IGNORED })
    .map((file) => file.replaceAll(sep, '/'))
    .toSorted()
    .flatMap((file) => parseCitations(file, readFileSync(join(root, file), 'utf8')));
}

function idsIn(text: string): string[] {
  const rulings = [...text.matchAll(RULING_ID)].map(([id]) => id);
  const threats = [...text.matchAll(THREAT_ID)].flatMap(([, first = '', last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `T${Number(first) + index}`),
  );
  return [...rulings, ...threats];
}

/** Builds the anchor that Markdown viewers give a heading. */
function headingAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
