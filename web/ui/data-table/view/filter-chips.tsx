import { Menu, UnstyledButton } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ChipFilter } from '../state/table-props.ts';
import type { TableState } from '../state/use-table-state.ts';
import { tableTexts } from '../table.texts.ts';
import classes from './toolbar.module.css';

type Props<Row> = { filters: readonly ChipFilter<Row>[]; state: TableState };

/** '+ Tags' before a choice, 'Tags: VIP ✕' after it. */
export function FilterChips<Row>({ filters, state }: Props<Row>) {
  return filters.map((filter) => <FilterChip key={filter.key} filter={filter} state={state} />);
}

function FilterChip<Row>({ filter, state }: { filter: ChipFilter<Row>; state: TableState }) {
  const value = state.filters[filter.key] ?? '';
  const chosen = filter.options.find((option) => option.value === value);
  // A value from an old link whose option no longer exists still filters, so it must be visible and removable.
  const name = value === '' ? filter.label : `${filter.label}: ${chosen?.label ?? value}`;

  return (
    <span className={classes.chip} data-set={value !== '' || undefined}>
      <Menu position="bottom-start">
        <Menu.Target>
          <UnstyledButton className={classes.chipButton}>
            {value === '' && <IconPlus size={14} stroke={1.6} aria-hidden />}
            {name}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown aria-label={filter.label} className={classes.options}>
          <Menu.RadioGroup value={value} onChange={(next) => state.setFilter(filter.key, next ?? '')}>
            {filter.options.map((option) => (
              <Menu.RadioItem key={option.value} value={option.value} closeMenuOnClick>
                {option.label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
      {value !== '' && (
        <UnstyledButton
          className={classes.chipRemove}
          aria-label={tableTexts.removeFilter(name)}
          onClick={() => state.setFilter(filter.key, '')}
        >
          <IconX size={14} stroke={1.6} aria-hidden />
        </UnstyledButton>
      )}
    </span>
  );
}
