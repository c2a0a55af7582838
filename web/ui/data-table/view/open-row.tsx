import { ActionIcon, Table } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { Column } from '../state/column.ts';
import { tableTexts } from '../table.texts.ts';
import classes from './open-row.module.css';

type ButtonProps = { name: string; opened: boolean; controls: string; onToggle: () => void };

/** Expands a compact line. Arrow keys click it too: see `useRowKeys`. */
export function OpenButton({ name, opened, controls, onToggle }: ButtonProps) {
  return (
    <ActionIcon
      data-row-open
      variant="subtle"
      color="gray"
      className={classes.button}
      aria-expanded={opened}
      aria-controls={opened ? controls : undefined}
      aria-label={tableTexts.moreAbout(name)}
      onClick={onToggle}
    >
      <IconChevronRight size={16} stroke={1.8} aria-hidden data-opened={opened || undefined} />
    </ActionIcon>
  );
}

type OpenedProps<Row> = { id: string; row: Row; name: string; columns: readonly Column<Row>[] };

/** The row below an expanded line: all columns of the full table. */
export function OpenedRow<Row>({ span, ...opened }: OpenedProps<Row> & { span: number }) {
  return (
    <Table.Tr className={classes.row}>
      <Table.Td colSpan={span} className={classes.place}>
        <OpenedCells {...opened} />
      </Table.Td>
    </Table.Tr>
  );
}

export function OpenedCells<Row>({ id, row, name, columns }: OpenedProps<Row>) {
  return (
    <section id={id} className={classes.cells} aria-label={tableTexts.about(name)}>
      {columns.map((column) => (
        <div key={column.key} className={classes.cell}>
          <p className={classes.label}>{column.label}</p>
          {column.cell(row)}
        </div>
      ))}
    </section>
  );
}
