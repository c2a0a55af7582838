import { escapeHtml } from '../../../kernel/http/html.ts';
import type { ExportedRow } from './person-rows.ts';

export type TableExtract = {
  readonly name: string;
  readonly count: number;
  /** The first rows; the file beside the page has all of them. */
  readonly rows: readonly ExportedRow[];
};

type Cover = {
  readonly brand: string;
  readonly personId: number;
  readonly at: Date;
  readonly papers: readonly string[];
};

/** The readable page of an export: one section for each table, without scripts or links to the web. */
export function* buildExportPage(cover: Cover, tables: readonly TableExtract[]): Generator<string> {
  const filled = tables.filter(({ count }) => count > 0);
  yield `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Your data at ${escapeHtml(cover.brand)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1d2129}
table{border-collapse:collapse;font-size:.85rem;margin:.5rem 0 1.5rem}th,td{border:1px solid #8a93a3;padding:.25rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}
section{overflow-x:auto}</style></head><body>
<h1>Your data at ${escapeHtml(cover.brand)}</h1>
<p>Member #${cover.personId}, written on ${cover.at.toISOString().slice(0, 10)}. The folder ‘data’ has the same for programs, as JSON. Rows that are about other people and only name you show what concerns you.</p>
`;
  yield `<h2>Documents that you signed</h2>${listOf(cover.papers.map((name) => `<a href="papers/${encodeURIComponent(name)}">${escapeHtml(name)}</a>`))}`;
  yield `<h2>Contents</h2>${listOf(filled.map(({ name, count }) => `<a href="#${name}">${titleOf(name)}</a>: ${count}`))}`;
  for (const table of filled) yield* buildSection(table);
  yield '</body></html>\n';
}

function* buildSection({ name, count, rows }: TableExtract): Generator<string> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  yield `<section aria-labelledby="${name}"><h2 id="${name}">${titleOf(name)}</h2><table><thead><tr>`;
  yield `${columns.map((column) => `<th scope="col">${escapeHtml(column.replaceAll('_', ' '))}</th>`).join('')}</tr></thead><tbody>`;
  for (const row of rows) yield `<tr>${columns.map((column) => `<td>${cellOf(row[column])}</td>`).join('')}</tr>`;
  yield '</tbody></table>';
  if (count > rows.length) yield `<p>${count - rows.length} more rows are in data/${name}.json.</p>`;
  yield '</section>';
}

function listOf(items: readonly string[]): string {
  return items.length === 0 ? '<p>None.</p>' : `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}

function titleOf(table: string): string {
  const words = table.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return escapeHtml(typeof value === 'string' ? value : JSON.stringify(value));
}
