import {
  documentKinds,
  type ImportFieldType,
  type ImportKind,
  importedPlans,
  importFields,
  planWords,
} from '@vialkeep/contract/import-fields.ts';
import type { ValueMap } from '@vialkeep/contract/imports.ts';
import { planNames, plans } from '@vialkeep/contract/plans.ts';
import { productIds } from '@vialkeep/contract/products.ts';

const YES = ['yes', 'y', 'true', '1', 'x', 'on'];
const NO = ['no', 'n', 'false', '0', 'off', '2'];
const ADDED = ['added', 'add', 'in', 'received'];
const SHIPPED = ['shipped', 'ship', 'out', 'sent'];

/** A kind as it is stored, and as papers are called. */
const DOCUMENTS = {
  attestation: ['attestation', 'consent', 'patient attestation', 'consent form'],
  processing: ['processing', 'processing agreement'],
  storage: ['storage', 'storage agreement'],
};

const words = (list: readonly string[], value: string) => list.map((word) => [word, value] as const);

/** Maps, because a cell may be any text, and every object has a property `constructor`. */
const known: Partial<Record<ImportFieldType, ReadonlyMap<string, string>>> = {
  plan: new Map(Object.entries(planWords).map(([word, plan]) => [word, String(plan)] as const)),
  product: new Map(productIds.map((id) => [String(id), String(id)] as const)),
  yes_no: new Map([...words(YES, 'yes'), ...words(NO, 'no')]),
  document_kind: new Map(documentKinds.flatMap((kind) => words(DOCUMENTS[kind], kind))),
  entry_type: new Map([...words(ADDED, 'added'), ...words(SHIPPED, 'shipped')]),
};

/** Whether a field has a fixed set of values, so that others are matched once for all rows. */
export function isChoice(type: ImportFieldType): boolean {
  return known[type] !== undefined;
}

/** Our value for what the file writes; null where it is not known. `products` are the ids by their names. */
export function readChoice(
  field: { readonly name: string; readonly type: ImportFieldType },
  text: string,
  valueMap: ValueMap,
  products: ReadonlyMap<string, number>,
): string | null {
  const matched = valueMap[field.name] ?? {};
  const word = Object.hasOwn(matched, text) ? (matched[text] ?? text) : text;
  const own = known[field.type]?.get(word.toLowerCase());
  if (own !== undefined) return own;
  const product = field.type === 'product' ? products.get(word.toLowerCase()) : undefined;
  return product === undefined ? null : String(product);
}

type Choice = { readonly value: string; readonly label: string };

/** The values that a screen offers for the fields of these kinds. */
export function choicesFor(kinds: readonly ImportKind[], products: ReadonlyMap<string, number>) {
  const fields = kinds.flatMap((kind) => importFields[kind]).filter(({ type }) => isChoice(type));
  return Object.fromEntries(fields.map(({ name, type }) => [name, choicesOf(type, products)]));
}

function choicesOf(type: ImportFieldType, products: ReadonlyMap<string, number>): Choice[] {
  if (type === 'plan') {
    return plans
      .filter((plan) => importedPlans.includes(plan))
      .map((plan) => ({ value: String(plan), label: planNames[plan] }));
  }
  if (type === 'product') return [...products].map(([label, id]) => ({ value: String(id), label }));
  if (type === 'yes_no')
    return [
      { value: 'yes', label: 'Yes' },
      { value: 'no', label: 'No' },
    ];
  if (type === 'document_kind')
    return [
      { value: 'attestation', label: 'Attestation' },
      { value: 'processing', label: 'Processing' },
      { value: 'storage', label: 'Storage' },
    ];
  return [
    { value: 'added', label: 'Added' },
    { value: 'shipped', label: 'Shipped' },
  ];
}
