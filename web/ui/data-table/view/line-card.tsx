import { useDisclosure } from '@mantine/hooks';
import { useId } from 'react';
import type { Column } from '../state/column.ts';
import type { AnyRow } from '../state/table-props.ts';
import type { TableViewProps } from '../state/table-view-props.ts';
import classes from './line-card.module.css';
import { OpenButton, OpenedCells } from './open-row.tsx';
import { RowMenu } from './row-menu.tsx';

type Props<Row> = TableViewProps<Row> & { row: Row; opens: readonly Column<Row>[] };

/** A compact line on a narrow screen: the name, the important values below it, and all columns when expanded. */
export function LineCard<Row extends AnyRow>({ row, columns, rowName, rowMenu, opens }: Props<Row>) {
  const [opened, { toggle }] = useDisclosure(false);
  const place = useId();
  const name = rowName(row);
  const [first, ...rest] = columns;
  if (!first) return null;
  const words = rest.filter(({ inCard }) => inCard).map((column) => formatCardValue(column, row));
  return (
    <li className={classes.card} data-row tabIndex={-1} data-opened={opened || undefined}>
      <div className={classes.head}>
        <OpenButton name={name} opened={opened} controls={place} onToggle={toggle} />
        <div className={classes.words}>
          <div className={classes.title}>{first.cell(row)}</div>
          <div className={classes.line}>{words.filter((text) => text !== '').join(' · ')}</div>
        </div>
        {rowMenu && <RowMenu name={name} actions={rowMenu(row)} />}
      </div>
      {opened && (
        <div className={classes.opened}>
          <OpenedCells id={place} row={row} name={name} columns={opens} />
        </div>
      )}
    </li>
  );
}

/** A number needs its label. */
function formatCardValue<Row>(column: Column<Row>, row: Row): string {
  const value = column.value(row);
  return typeof value === 'number' ? `${column.label} ${value}` : value;
}
