import { formTexts } from '../form.texts.ts';
import { type Option, type OptionValue, optionMatches, optionValue, searchableLabel } from './options.ts';

/** More than this at once only makes the list slow; typing narrows it. */
export const ENTITIES_SHOWN = 50;

export type EntityFinds = {
  options: readonly Option[];
  /** There are matches that were not sent. */
  more?: boolean;
};

/** Whether the options are those of the typed text. */
export type EntityState = 'here' | 'awaited' | 'failed';

export type EntityItem = { value: OptionValue; label: string; disabled?: boolean };

type Asked = EntityFinds & {
  typed: string;
  state: EntityState;
  /** Chosen ones that a list of several leaves out. */
  without?: readonly OptionValue[];
};

/**
 * The lines of the list: what was found, and a last line of its own that says why there is no more. While an answer is
 * on its way, only what fits the typed text is left of the one before, so that nobody chooses from a stale list.
 */
export function entityLines({ options, more, typed, state, without = [] }: Asked): EntityItem[] {
  if (state === 'failed') return [line(formTexts.couldNotSearch)];
  const open = options.filter((option) => !without.includes(optionValue(option)));
  const fitting = state === 'awaited' ? open.filter((option) => entityMatches(option, typed)) : open;
  const lines = fitting.slice(0, ENTITIES_SHOWN).map(entityItem);
  if (state === 'awaited') return [...lines, line(formTexts.searching)];
  if (lines.length === 0) return [line(formTexts.nothingFound)];
  return more || fitting.length > ENTITIES_SHOWN ? [...lines, line(formTexts.typeToNarrow)] : lines;
}

export function entityItem(option: Option): EntityItem {
  return { value: optionValue(option), label: searchableLabel(option), disabled: option.disabled };
}

/** The rule of every searchable select, and what can be read can be found: also the company. */
export function entityMatches(option: Option, typed: string): boolean {
  return optionMatches(option, typed) || searchableLabel(option).toLowerCase().includes(typed.trim().toLowerCase());
}

function line(label: string): EntityItem {
  return { value: '…', label, disabled: true };
}
