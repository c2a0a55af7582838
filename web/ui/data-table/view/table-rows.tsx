import { Checkbox, Table } from '@mantine/core';
import { useDisclosure, useElementSize } from '@mantine/hooks';
import { useId } from 'react';
import type { AnyRow } from '../state/table-props.ts';
import type { TableViewProps } from '../state/table-view-props.ts';
import { useEdges } from '../state/use-edges.ts';
import { useRowKeys } from '../state/use-row-keys.ts';
import { tableTexts } from '../table.texts.ts';
import { ColumnHead } from './column-head.tsx';
import { OpenButton, OpenedRow } from './open-row.tsx';
import { RowLink } from './row-link.tsx';
import { RowMenu } from './row-menu.tsx';
import classes from './rows.module.css';

/** From 768 px on, and in print. */
export function TableRows<Row extends AnyRow>(props: TableViewProps<Row>) {
  const { label, arrangement, wide, bulk, rowMenu, rowInline, opens } = props;
  const tall = props.tall && !opens;
  const edges = useEdges();
  useRowKeys(edges.ref);
  const first = useElementSize<HTMLTableCellElement>();
  const hasActions = !arrangement.printing && (rowMenu !== undefined || rowInline !== undefined);
  const canSelect = bulk !== undefined && !arrangement.printing;

  return (
    <div
      className={classes.frame}
      data-wide={wide || undefined}
      data-more-start={edges.start || undefined}
      data-more-end={edges.end || undefined}
    >
      <div ref={edges.ref} className={classes.scroller} data-rows role="region" tabIndex={0} aria-label={label}>
        <Table
          className={classes.table}
          data-wide={wide || undefined}
          data-tall={tall || undefined}
          data-lines={opens !== undefined || undefined}
          style={{ '--first-column-width': `${first.width}px` }}
          highlightOnHover
        >
          <Table.Thead>
            <Table.Tr>
              {opens && (
                <Table.Th className={classes.open} scope="col">
                  <span className="visually-hidden">{tableTexts.open}</span>
                </Table.Th>
              )}
              {canSelect && <SelectPage {...props} />}
              {arrangement.columns.map((column, at) => (
                <ColumnHead
                  key={column.key}
                  column={column}
                  state={props.state}
                  sortable={arrangement.canSort(column)}
                  ref={at === 0 && wide ? first.ref : undefined}
                />
              ))}
              {hasActions && (
                <Table.Th className={classes.actions} scope="col">
                  {tableTexts.actions}
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {arrangement.rows.map((row) => (
              <TableRow key={row.id} {...props} row={row} hasActions={hasActions} canSelect={canSelect} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </div>
  );
}

type RowProps<Row> = TableViewProps<Row> & { row: Row; hasActions: boolean; canSelect: boolean };

function TableRow<Row extends AnyRow>({ row, arrangement, rowName, hasActions, canSelect, ...props }: RowProps<Row>) {
  const { opens } = props;
  const isSelected = arrangement.isSelected(row);
  const [opened, { toggle }] = useDisclosure(false);
  const place = useId();
  const name = rowName(row);
  return (
    <>
      <Table.Tr
        data-row
        tabIndex={-1}
        className={classes.row}
        data-selected={isSelected || undefined}
        data-opened={(opens && opened) || undefined}
      >
        {opens && (
          <Table.Td className={classes.open}>
            <OpenButton name={name} opened={opened} controls={place} onToggle={toggle} />
          </Table.Td>
        )}
        {canSelect && (
          <Table.Td className={classes.select}>
            <Checkbox
              size="xs"
              data-row-select
              aria-label={tableTexts.select(name)}
              checked={isSelected}
              onChange={(event) => arrangement.select(row, event.currentTarget.checked)}
            />
          </Table.Td>
        )}
        {arrangement.columns.map((column, at) => (
          <Table.Td
            key={column.key}
            className={classes.cell}
            data-align={column.align}
            style={{ width: column.width }}
            // A truncated line shows its full text on hover.
            title={opens && (String(column.value(row)) || undefined)}
          >
            {at === 0 && props.rowLink ? (
              <RowLink to={props.rowLink(row)}>{column.cell(row)}</RowLink>
            ) : (
              column.cell(row)
            )}
          </Table.Td>
        ))}
        {hasActions && (
          <Table.Td className={classes.actions}>
            <span className={classes.actionsInner}>
              {props.rowInline?.(row)}
              {props.rowMenu && <RowMenu name={name} actions={props.rowMenu(row)} />}
            </span>
          </Table.Td>
        )}
      </Table.Tr>
      {opens && opened && (
        <OpenedRow
          id={place}
          row={row}
          name={name}
          columns={opens}
          span={1 + Number(canSelect) + arrangement.columns.length + Number(hasActions)}
        />
      )}
    </>
  );
}

function SelectPage<Row extends AnyRow>({ arrangement }: TableViewProps<Row>) {
  return (
    <Table.Th className={classes.select} scope="col">
      <Checkbox
        size="xs"
        aria-label={tableTexts.selectPage}
        checked={arrangement.pageSelection === 'all'}
        indeterminate={arrangement.pageSelection === 'some'}
        onChange={(event) => arrangement.selectPage(event.currentTarget.checked)}
      />
    </Table.Th>
  );
}
