import type { Db } from '../../../kernel/db/db.ts';
import { type NamedPerson, type Names, namesOf } from '../transactions.queries.ts';
import { type CellKind, type ColumnGroup, columnRuns, type Group, groupNames } from './report-columns.ts';
import { numbersIn, type ReportRow } from './report-rows.ts';

/** How a file format writes its cells. */
export type CellFormat = {
  readonly between: string;
  readonly nothing: string;
  readonly text: (text: string) => string;
  readonly number: (value: number) => string;
  readonly amount: (cents: number) => string;
  /** UTC, to the second. */
  readonly moment: (seconds: number) => string;
};

/** The largest number of cached cells of a group: users who sell repeat often, patients hardly ever. */
const MOST_KEPT = 20_000;

/** The cells of a group's column runs, by the text of its numbers. */
type Kept = Map<string, readonly string[]>;

/** Writes the rows of a file batch by batch and caches the cells of each group of numbers. */
export async function openReportWriter(
  db: Db,
  pen: CellFormat,
): Promise<(rows: readonly ReportRow[]) => Promise<string[]>> {
  const things = await namedThings(db);
  const kept: Readonly<Record<Group, Kept>> = { who: new Map(), patient: new Map(), sale: new Map() };

  return async (rows) => {
    const fresh = groupNames.flatMap((group) => unwritten(rows, group, kept[group]));
    const people = await namesOf(db, [...new Set(fresh.flatMap(peopleIn))]);
    for (const { group, text } of fresh)
      kept[group].set(copyText(text), formatGroupCells(pen, group, text, { ...things, people }));
    return rows.map((row) => {
      const [place = '', chain = ''] = kept.who.get(row.who) ?? [];
      const [patient = ''] = kept.patient.get(row.patient) ?? [];
      const [goods = '', terms = ''] = kept.sale.get(row.sale) ?? [];
      const coupon = row.coupon === '' ? pen.nothing : pen.text(row.coupon);
      return [pen.number(row.id), pen.moment(row.seconds), place, patient, chain, goods, coupon, terms].join(
        pen.between,
      );
    });
  };
}

/** A part of a text keeps the whole text in memory, so a copy of it is cached. */
function copyText(text: string): string {
  return Buffer.from(text).toString();
}

type Unwritten = { readonly group: Group; readonly text: string };
type Things = { readonly domains: ReadonlyMap<number, string>; readonly products: ReadonlyMap<number, string> };
type Known = Things & { readonly people: Names };

async function namedThings(db: Db): Promise<Things> {
  const [domains, products] = await Promise.all([
    db.selectFrom('domains').select(['id', 'name']).execute(),
    db.selectFrom('products').select(['id', 'name']).execute(),
  ]);
  const byId = (things: readonly { id: number; name: string }[]) => new Map(things.map(({ id, name }) => [id, name]));
  return { domains: byId(domains), products: byId(products) };
}

function unwritten(rows: readonly ReportRow[], group: Group, cells: Kept): Unwritten[] {
  if (cells.size > MOST_KEPT) cells.clear();
  const texts = new Set<string>();
  for (const row of rows) if (!cells.has(row[group])) texts.add(row[group]);
  return [...texts].map((text) => ({ group, text }));
}

function peopleIn({ group, text }: Unwritten): number[] {
  const numbers = numbersIn(text);
  const isPerson = columnRuns(group)
    .flat()
    .map(({ cells }) => cells.some(([, kind]) => kind === 'person' || kind === 'company'));
  return numbers.filter((id, at): id is number => id !== null && isPerson[at] === true);
}

function formatGroupCells(pen: CellFormat, group: Group, text: string, known: Known): string[] {
  const numbers = numbersIn(text);
  const cellsOf = (part: ColumnGroup) => {
    const number = numbers.shift() ?? null;
    return part.cells.map(([, kind]) => cellOf(pen, kind, number, known));
  };
  return columnRuns(group).map((parts) => parts.flatMap(cellsOf).join(pen.between));
}

function cellOf(pen: CellFormat, kind: CellKind, number: number | null, known: Known): string {
  if (number === null) return pen.nothing;
  if (kind === 'number' || kind === 'amount') return pen[kind](number);
  const text = wordsFor(kind, number, known);
  return text === '' ? pen.nothing : pen.text(text);
}

function wordsFor(kind: Exclude<CellKind, 'number' | 'amount'>, number: number, known: Known): string {
  if (kind === 'yesOrNo') return number === 1 ? 'Yes' : 'No';
  if (kind === 'domain') return known.domains.get(number) ?? '';
  if (kind === 'product') return known.products.get(number) ?? '';
  const person = known.people.get(number);
  return person ? formatReportName(kind, person) : '';
}

/** A clinic without a company is shown by its user's name. */
function formatReportName(kind: 'person' | 'company', { username, company }: NamedPerson): string {
  return kind === 'company' && company !== '' ? company : username;
}
