import { streamZip, type ZipEntry } from '../../../kernel/files/zip-stream.ts';
import { escapeXml, headingCell } from './cells.ts';

/** A spreadsheet has at most 1,048,576 rows; further rows go to the next sheet. */
const ROWS_PER_SHEET = 1_000_000;

/** Longer strings stay in memory much longer before they are garbage collected. */
const PIECE_LENGTH = 32 * 1024;

type Table = {
  readonly name: string;
  readonly columns: readonly string[];
  /** Rows, each as its formatted cells. */
  readonly batches: AsyncGenerator<readonly string[]>;
  /** For tests, which have fewer than a million rows. */
  readonly rowsPerSheet?: number;
};

/** Streams an XLSX file: text as text, numbers as numbers, times as dates, and no formulas. */
export async function* workbook(table: Table): AsyncGenerator<Uint8Array> {
  try {
    yield* streamZip(entries(table));
  } finally {
    await table.batches.return(undefined);
  }
}

async function* entries({ name, columns, batches, rowsPerSheet = ROWS_PER_SHEET }: Table): AsyncGenerator<ZipEntry> {
  yield { name: 'xl/styles.xml', content: asStream(styles) };
  const source = new Rows(batches);
  let sheets = 0;
  do {
    sheets += 1;
    yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheet(columns, source, rowsPerSheet) };
  } while (await source.hasMore());
  yield { name: 'xl/workbook.xml', content: asStream(book(name, sheets)) };
  yield { name: 'xl/_rels/workbook.xml.rels', content: asStream(bookParts(sheets)) };
  yield { name: '_rels/.rels', content: asStream(rootParts) };
  yield { name: '[Content_Types].xml', content: asStream(contentTypes(sheets)) };
}

/** Batches of rows, from which a sheet can take a part. */
class Rows {
  readonly #batches: AsyncGenerator<readonly string[]>;
  #held: readonly string[] = [];

  constructor(batches: AsyncGenerator<readonly string[]>) {
    this.#batches = batches;
  }

  async take(most: number): Promise<readonly string[]> {
    if (!(await this.hasMore())) return [];
    const taken = this.#held.slice(0, most);
    this.#held = this.#held.slice(most);
    return taken;
  }

  async hasMore(): Promise<boolean> {
    while (this.#held.length === 0) {
      const next = await this.#batches.next();
      if (next.done) return false;
      this.#held = next.value;
    }
    return true;
  }
}

async function* sheet(columns: readonly string[], rows: Rows, most: number): AsyncGenerator<string> {
  let text = `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="${columns.length}" width="18" customWidth="1"/></cols><sheetData>`;
  text += `<row>${columns.map(headingCell).join('')}</row>`;
  for (let written = 0; written < most; ) {
    const batch = await rows.take(most - written);
    if (batch.length === 0) break;
    written += batch.length;
    for (const cells of batch) {
      text += `<row>${cells}</row>`;
      if (text.length < PIECE_LENGTH) continue;
      yield text;
      text = '';
    }
  }
  yield `${text}</sheetData></worksheet>`;
}

async function* asStream(text: string): AsyncGenerator<string> {
  yield text;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const FORMATS = 'http://schemas.openxmlformats.org';
const MAIN = `${FORMATS}/spreadsheetml/2006/main`;
const RELATIONS = `${FORMATS}/officeDocument/2006/relationships`;
const PACKAGE = `${FORMATS}/package/2006`;
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const styles = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="2" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;

const rootParts = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function book(name: string, sheets: number): string {
  const list = numbers(sheets).map(
    (n) => `<sheet name="${escapeXml(n === 1 ? name : `${name} ${n}`)}" sheetId="${n}" r:id="rId${n}"/>`,
  );
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${list.join('')}</sheets></workbook>`;
}

function bookParts(sheets: number): string {
  const list = numbers(sheets).map(
    (n) => `<Relationship Id="rId${n}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  );
  const style = `<Relationship Id="rId${sheets + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/>`;
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}${style}</Relationships>`;
}

function contentTypes(sheets: number): string {
  const list = numbers(sheets).map(
    (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
  );
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${list.join('')}</Types>`;
}
