import { MultiSelect, Select } from '@mantine/core';
import { formTexts } from '../form.texts.ts';
import type { Option, OptionValue } from '../state/options.ts';
import { type EntitySource, useEntityList } from '../state/use-entity-list.ts';
import { type FieldProps, useField } from '../state/use-field.tsx';

type SelectProps = FieldProps & {
  source: EntitySource;
  /** The initial option, so that its name is known before a search. */
  chosen?: Option | null;
  clearable?: boolean;
};

/** One user or center out of many, shown as '#id · name · company'. Empty is `null`. */
export function EntitySelect({ source, chosen, clearable, ...props }: SelectProps) {
  const field = useField<OptionValue | null>(props);
  const value = field.value === '' ? null : field.value;
  const values = value === null ? [] : [value];
  const { lines, kept, typed, input } = useEntityList({ source, seen: chosen ? [chosen] : [], values, isOne: true });
  const beside = kept.filter((item) => !lines.some((line) => line.value === item.value));
  return (
    <Select<OptionValue>
      {...field.input}
      {...input}
      name={props.name}
      searchable
      clearable={clearable ?? !props.required}
      clearButtonProps={{ 'aria-label': formTexts.clear(props.label) }}
      allowDeselect={false}
      placeholder={formTexts.selectAnOption}
      data={[...beside, ...lines]}
      filter={() => (typed === '' ? [...beside, ...lines] : lines)}
      value={value}
      onChange={(next) => field.set(next)}
    />
  );
}

type MultiSelectProps = FieldProps & { source: EntitySource; chosen?: readonly Option[] };

/** The same for several. Empty is an empty list. */
export function EntityMultiSelect({ source, chosen = [], ...props }: MultiSelectProps) {
  const field = useField<OptionValue[]>(props);
  const { lines, kept, input } = useEntityList({ source, seen: chosen, values: field.value, isOne: false });
  return (
    <MultiSelect<OptionValue>
      {...field.input}
      {...input}
      name={props.name}
      searchable
      placeholder={field.value.length === 0 ? formTexts.selectAnOption : undefined}
      data={[...kept, ...lines]}
      filter={() => lines}
      value={field.value}
      onChange={(next) => field.set(next)}
    />
  );
}
