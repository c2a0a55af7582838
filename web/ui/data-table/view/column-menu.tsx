import { Menu } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { Fragment } from 'react';
import { type Column, mainColumn } from '../state/column.ts';
import type { ColumnMemory } from '../state/use-column-memory.ts';
import { tableTexts } from '../table.texts.ts';
import { ToolButton } from './tool-button.tsx';
import classes from './toolbar.module.css';

type Props<Row> = {
  columns: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  memory: ColumnMemory<Row>;
};

export function ColumnMenu<Row>({ columns, shown, memory }: Props<Row>) {
  const main = mainColumn(columns);
  const choices = columns.filter((column) => column !== main);
  const groups = [...new Set(choices.map((column) => column.group ?? ''))];

  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <ToolButton icon={IconColumns3}>{tableTexts.columns}</ToolButton>
      </Menu.Target>
      <Menu.Dropdown aria-label={tableTexts.columns} className={classes.options}>
        {groups.map((group) => (
          <Fragment key={group}>
            {group !== '' && <Menu.Label>{group}</Menu.Label>}
            {choices
              .filter((column) => (column.group ?? '') === group)
              .map((column) => (
                <Menu.CheckboxItem
                  key={column.key}
                  checked={shown.includes(column)}
                  onChange={(checked) => memory.choose(column, checked)}
                >
                  {column.label}
                </Menu.CheckboxItem>
              ))}
          </Fragment>
        ))}
        {memory.hasChoice && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={memory.resetColumns}>{tableTexts.resetColumns}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
