import type { SampleChange } from '@vialkeep/contract/inspections.ts';
import { inspectionsTexts } from './inspections.texts.ts';

const texts = inspectionsTexts.sample;

type NamedActor = { readonly name: string } | null;

/** The person who acted, and the account that was used where it was another's. */
export function formatActor({ who, on_behalf_of }: { who: NamedActor; on_behalf_of: NamedActor }): string {
  if (!who) return texts.product;
  return on_behalf_of ? texts.onBehalfOf(who.name, on_behalf_of.name) : who.name;
}

/** Facts as words: 'quantity: 4; codes made: K7QM-4TXD-9'. */
export function formatFacts(facts: Readonly<Record<string, unknown>>): string {
  return flatten(facts, '').join('; ');
}

export function formatChanges({ facts, changes }: Pick<SampleChange, 'facts' | 'changes'>): string {
  const changed = Object.entries(changes).map(([field, { before, after }]) =>
    formatChange(formatField(field), before, after),
  );
  return [...changed, ...flatten(facts, '')].join('; ');
}

function flatten(value: Readonly<Record<string, unknown>>, prefix: string): string[] {
  return Object.entries(value).flatMap(([name, item]) => {
    const label = `${prefix}${formatField(name)}`;
    if (item === null || item === undefined || item === '') return [];
    if (Array.isArray(item)) return [`${label}: ${item.map(formatValue).join(', ')}`];
    if (isChange(item)) return [formatChange(label, item.from, item.to)];
    if (typeof item === 'object') return flatten(item as Readonly<Record<string, unknown>>, `${label} `);
    return [`${label}: ${formatValue(item)}`];
  });
}

/** A changed value in a chain of custody. */
function isChange(item: object | string | number | boolean): item is { from: unknown; to: unknown } {
  return typeof item === 'object' && 'from' in item && 'to' in item;
}

function formatChange(label: string, before: unknown, after: unknown): string {
  return `${label}: ${formatValue(before)} → ${formatValue(after)}`;
}

function formatField(field: string): string {
  return field.replaceAll('_', ' ');
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
