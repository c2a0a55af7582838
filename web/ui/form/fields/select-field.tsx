import { type ComboboxItem, type ComboboxParsedItem, MultiSelect, NativeSelect, Select } from '@mantine/core';
import { useMemo } from 'react';
import classes from '../form.module.css';
import { formTexts } from '../form.texts.ts';
import {
  type Option,
  type OptionValue,
  optionMatches,
  optionValue,
  plainLabel,
  searchableLabel,
} from '../state/options.ts';
import { type FieldProps, useField } from '../state/use-field.tsx';

type SelectFieldProps = FieldProps & {
  options: readonly Option[];
  clearable?: boolean;
  /** Searches on the server, for lists too long to load; `options` then contains the results. */
  onSearch?: (typed: string) => void;
};

// More options would make the list slow; typing narrows it.
const SHOWN_AT_ONCE = 200;

/** A searchable select with the specification's matching rule. Empty is `null`. */
export function SelectField({ options, clearable, onSearch, ...props }: SelectFieldProps) {
  const field = useField<OptionValue | null>(props);
  const list = useOptionList(options, onSearch !== undefined);
  return (
    <Select<OptionValue>
      {...field.input}
      {...list}
      name={props.name}
      searchable
      clearable={clearable ?? !props.required}
      clearButtonProps={{ 'aria-label': formTexts.clear(props.label) }}
      allowDeselect={false}
      placeholder={formTexts.selectAnOption}
      onSearchChange={onSearch}
      value={field.value === '' ? null : field.value}
      onChange={(value) => field.set(value)}
    />
  );
}

/** The same for several. Empty is an empty list. */
export function MultiSelectField({ options, onSearch, ...props }: SelectFieldProps) {
  const field = useField<OptionValue[]>(props);
  const list = useOptionList(options, onSearch !== undefined);
  return (
    <MultiSelect<OptionValue>
      {...field.input}
      {...list}
      name={props.name}
      searchable
      hidePickedOptions
      placeholder={field.value.length === 0 ? formTexts.selectAnOption : undefined}
      onSearchChange={onSearch}
      value={field.value}
      onChange={(value) => field.set(value)}
    />
  );
}

type PlainSelectProps = FieldProps & { options: readonly Option[]; placeholder?: string };

/** The browser's native select, for short lists. */
export function PlainSelectField({ options, placeholder = formTexts.selectAnOption, ...props }: PlainSelectProps) {
  const field = useField<OptionValue | null>(props);
  return (
    <NativeSelect
      {...field.input}
      name={props.name}
      value={field.value === null ? '' : String(field.value)}
      onChange={(event) => {
        const chosen = options.find((option) => String(optionValue(option)) === event.currentTarget.value);
        field.set(chosen ? optionValue(chosen) : null);
      }}
      data={[
        { value: '', label: placeholder },
        ...options.map((option) => ({
          value: String(optionValue(option)),
          label: plainLabel(option),
          disabled: option.disabled,
        })),
      ]}
    />
  );
}

/** The options in Mantine's shape, and the matching rule. */
function useOptionList(options: readonly Option[], foundByServer: boolean) {
  return useMemo(() => {
    const known = new Map(options.map((option) => [optionValue(option), option]));
    const data: ComboboxItem<OptionValue>[] = options.map((option) => ({
      value: optionValue(option),
      label: searchableLabel(option),
      disabled: option.disabled,
    }));
    const isMatch = (item: ComboboxParsedItem<OptionValue>, typed: string) => {
      const option = 'value' in item ? known.get(item.value) : undefined;
      return option !== undefined && optionMatches(option, typed);
    };
    return {
      data,
      filter: ({ options: items, search }: { options: ComboboxParsedItem<OptionValue>[]; search: string }) =>
        addHintLine(foundByServer ? items : items.filter((item) => isMatch(item, search))),
      withScrollArea: false,
      classNames: { options: classes.options, section: classes.section },
    };
  }, [options, foundByServer]);
}

/** Adds a line that says that the list is empty or has more. A listbox needs at least one option. */
function addHintLine(items: ComboboxParsedItem<OptionValue>[]): ComboboxParsedItem<OptionValue>[] {
  if (items.length === 0) return [{ value: '…', label: formTexts.nothingFound, disabled: true }];
  if (items.length <= SHOWN_AT_ONCE) return items;
  return [
    ...items.slice(0, SHOWN_AT_ONCE),
    { value: '…', label: formTexts.moreOptions(SHOWN_AT_ONCE), disabled: true },
  ];
}
