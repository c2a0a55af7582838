import { Button, Drawer, NativeSelect, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import type { ChipFilter } from '../state/table-props.ts';
import type { TableState } from '../state/use-table-state.ts';
import { tableTexts } from '../table.texts.ts';
import classes from './toolbar.module.css';

type Props<Row> = { filters: readonly ChipFilter<Row>[]; state: TableState };

/** On a phone the chips are in a sheet; the button shows how many are set. */
export function FilterSheet<Row>({ filters, state }: Props<Row>) {
  const [opened, { open, close }] = useDisclosure(false);
  const set = filters.filter((filter) => state.filters[filter.key]).length;

  return (
    <>
      <Button
        variant="default"
        size="sm"
        onClick={open}
        leftSection={<IconFilter size={16} stroke={1.6} aria-hidden />}
      >
        {tableTexts.filters(set)}
      </Button>
      <Drawer
        opened={opened}
        onClose={close}
        position="bottom"
        classNames={{ content: classes.sheet, inner: classes.sheetRoom, title: classes.sheetTitle }}
        title={tableTexts.filtersTitle}
      >
        <Stack gap="md" pb="md">
          {filters.map((filter) => (
            <NativeSelect
              key={filter.key}
              label={filter.label}
              value={state.filters[filter.key] ?? ''}
              data={[{ value: '', label: tableTexts.any }, ...filter.options]}
              onChange={(event) => state.setFilter(filter.key, event.currentTarget.value)}
            />
          ))}
          <Button onClick={close}>{tableTexts.showResults}</Button>
        </Stack>
      </Drawer>
    </>
  );
}
