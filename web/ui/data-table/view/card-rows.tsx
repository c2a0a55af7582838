import { Checkbox, Collapse, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import type { Column } from '../state/column.ts';
import type { AnyRow } from '../state/table-props.ts';
import type { TableViewProps } from '../state/table-view-props.ts';
import { useRowKeys } from '../state/use-row-keys.ts';
import { tableTexts } from '../table.texts.ts';
import classes from './cards.module.css';
import { LineCard } from './line-card.tsx';
import { RowLink } from './row-link.tsx';
import { RowMenu } from './row-menu.tsx';

/** Below 768 px each row is a card: the most important columns, and the rest behind 'More'. */
export function CardRows<Row extends AnyRow>(props: TableViewProps<Row>) {
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  return (
    <ul ref={list} className={classes.cards} data-rows aria-label={props.label}>
      {props.arrangement.rows.map((row) =>
        props.opens ? (
          <LineCard key={row.id} {...props} row={row} opens={props.opens} />
        ) : (
          <CardRow key={row.id} {...props} row={row} />
        ),
      )}
    </ul>
  );
}

function CardRow<Row extends AnyRow>({
  row,
  arrangement,
  rowName,
  bulk,
  ...props
}: TableViewProps<Row> & { row: Row }) {
  const [first, ...rest] = arrangement.columns;
  if (!first) return null;
  return (
    <li className={classes.card} data-row tabIndex={-1} data-selected={arrangement.isSelected(row) || undefined}>
      <div className={classes.cardHead}>
        <div className={classes.cardTitle}>
          {props.rowLink ? <RowLink to={props.rowLink(row)}>{first.cell(row)}</RowLink> : first.cell(row)}
        </div>
        {bulk && (
          <Checkbox
            data-row-select
            aria-label={tableTexts.select(rowName(row))}
            checked={arrangement.isSelected(row)}
            onChange={(event) => arrangement.select(row, event.currentTarget.checked)}
          />
        )}
        {props.rowMenu && <RowMenu name={rowName(row)} actions={props.rowMenu(row)} />}
      </div>
      <Facts row={row} columns={rest} />
      {arrangement.more.length > 0 && <MoreFacts row={row} columns={arrangement.more} name={rowName(row)} />}
      {props.rowInline && <div className={classes.cardAction}>{props.rowInline(row)}</div>}
    </li>
  );
}

function Facts<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  if (columns.length === 0) return null;
  return (
    <dl className={classes.facts}>
      {columns.map((column) => (
        <div key={column.key} className={classes.fact}>
          <dt>{column.label}</dt>
          <dd>{column.cell(row)}</dd>
        </div>
      ))}
    </dl>
  );
}

function MoreFacts<Row>({ row, columns, name }: { row: Row; columns: readonly Column<Row>[]; name: string }) {
  const [opened, { toggle }] = useDisclosure(false);
  const id = useId();
  return (
    <>
      <Collapse expanded={opened} id={id}>
        <Facts row={row} columns={columns} />
      </Collapse>
      <UnstyledButton
        className={classes.more}
        onClick={toggle}
        aria-expanded={opened}
        aria-controls={id}
        aria-label={opened ? undefined : tableTexts.moreAbout(name)}
      >
        {opened ? tableTexts.less : tableTexts.more}
        <IconChevronDown size={14} stroke={1.6} aria-hidden data-opened={opened || undefined} />
      </UnstyledButton>
    </>
  );
}
