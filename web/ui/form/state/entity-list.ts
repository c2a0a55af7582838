import { formTexts } from '../form.texts.ts';
import { type Option, type OptionValue, optionMatches, optionValue, searchableLabel } from './options.ts';

/** More options would make the list slow; typing narrows it. */
export const ENTITIES_SHOWN = 50;

export type EntityFinds = {
  options: readonly Option[];
  /** Whether there are more matches than were sent. */
  more?: boolean;
};

/** Whether the options belong to the typed text. */
export type EntityState = 'here' | 'awaited' | 'failed';

export type EntityItem = { value: OptionValue; label: string; disabled?: boolean };

type EntityLinesInput = EntityFinds & {
  typed: string;
  state: EntityState;
  /** Already chosen options, which a multi-select leaves out. */
  without?: readonly OptionValue[];
};

/**
 * The lines of the list: the options, and a last line that says why there are no more. While a request is pending, only
 * old options that match the typed text stay, so that the user does not choose from a stale list.
 */
export function entityLines({ options, more, typed, state, without = [] }: EntityLinesInput): EntityItem[] {
  if (state === 'failed') return [buildHintLine(formTexts.couldNotSearch)];
  const open = options.filter((option) => !without.includes(optionValue(option)));
  const fitting = state === 'awaited' ? open.filter((option) => entityMatches(option, typed)) : open;
  const lines = fitting.slice(0, ENTITIES_SHOWN).map(entityItem);
  if (state === 'awaited') return [...lines, buildHintLine(formTexts.searching)];
  if (lines.length === 0) return [buildHintLine(formTexts.nothingFound)];
  return more || fitting.length > ENTITIES_SHOWN ? [...lines, buildHintLine(formTexts.typeToNarrow)] : lines;
}

export function entityItem(option: Option): EntityItem {
  return { value: optionValue(option), label: searchableLabel(option), disabled: option.disabled };
}

/** The matching rule of every searchable select, extended by the company, which is visible too. */
export function entityMatches(option: Option, typed: string): boolean {
  return optionMatches(option, typed) || searchableLabel(option).toLowerCase().includes(typed.trim().toLowerCase());
}

function buildHintLine(label: string): EntityItem {
  return { value: '…', label, disabled: true };
}
