import { type ImportKind, importFields, importKinds } from '@vialkeep/contract/import-fields.ts';

const HEAD_BYTES = 64 * 1024;
/** Fewer equal headers may be a coincidence. */
const LEAST_EQUAL = 2;

/** The words of a file's name, the most general ones last. */
const WORDS: readonly (readonly [kind: string, words: RegExp])[] = [
  ['labels', /label|shipment/i],
  ['documents', /document|consent/i],
  ['transactions', /transaction|sale|order|payment/i],
  ['vials', /vial/i],
  ['processing', /process/i],
  ['people', /people|person|user|member|patient|client|contact/i],
];

/** What a file probably holds, by its ending, its headers or its name; null where nothing says so. */
export async function guessKind(file: File): Promise<ImportKind | null> {
  const kind = /\.(?:pdf|zip)$/i.test(file.name) ? 'pdfs' : ((await guessByHeaders(file)) ?? guessByName(file.name));
  return importKinds.find((known) => known === kind) ?? null;
}

async function guessByHeaders(file: File): Promise<ImportKind | null> {
  if (/\.xlsx$/i.test(file.name)) return null;
  const head = await file
    .slice(0, HEAD_BYTES)
    .text()
    .catch(() => '');
  const headers = new Set((head.split(/\r?\n/, 1)[0] ?? '').split(/[,;\t]/).map(plainHeader));
  const scores = importKinds.map((kind) => ({
    kind,
    equal: importFields[kind].filter(({ name }) => headers.has(name)).length,
  }));
  const [best, next] = scores.toSorted((one, other) => other.equal - one.equal);
  return best && best.equal >= LEAST_EQUAL && best.equal > (next?.equal ?? 0) ? best.kind : null;
}

/** ' "First Name" ' → first_name */
function plainHeader(header: string): string {
  return header
    .replaceAll(/^\W+|\W+$/g, '')
    .toLowerCase()
    .replaceAll(/\W+/g, '_');
}

function guessByName(name: string): string | null {
  return WORDS.find(([, words]) => words.test(name))?.[0] ?? null;
}
