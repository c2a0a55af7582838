import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { csv, download } from '../../display/csv.ts';
import type { Column } from '../state/column.ts';
import type { ExportScope, TableContent, TableExport } from '../state/table-props.ts';
import { tableTexts } from '../table.texts.ts';
import classes from './toolbar.module.css';

type Props<Row> = { offer: TableExport<Row>; columns: readonly Column<Row>[]; content: TableContent<Row> };

/** Shows what the file will contain before it is created. */
export function ExportMenu<Row>({ offer, columns, content }: Props<Row>) {
  const [busy, setBusy] = useState(false);
  const [only] = offer.holds;

  async function make(scope: ExportScope) {
    setBusy(true);
    try {
      if (scope === 'filtered' && offer.allFiltered) await offer.allFiltered();
      else download(offer.file, fileOf(offer, columns, rowsOf(scope, content)));
    } finally {
      setBusy(false);
    }
  }

  const button = (onClick?: () => void) => (
    <Button
      variant="default"
      size="xs"
      className={classes.export}
      // While it is refreshing, the rows may be those of the filter before.
      disabled={busy || content.status !== 'ready' || content.refreshing}
      leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
      onClick={onClick}
    >
      {busy ? tableTexts.processing : offer.label}
    </Button>
  );

  if (offer.holds.length === 1 && only) return button(() => void make(only));
  return (
    <Menu position="bottom-end">
      <Menu.Target>{button()}</Menu.Target>
      <Menu.Dropdown aria-label={offer.label}>
        {offer.holds.map((scope) => (
          <Menu.Item key={scope} onClick={() => void make(scope)}>
            {formatExportScope(scope, content)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function fileOf<Row>(offer: TableExport<Row>, shown: readonly Column<Row>[], rows: readonly Row[]): string {
  const columns = offer.columns ?? shown;
  return csv(
    columns.map((column) => column.label),
    [...rows.map((row) => columns.map((column) => column.value(row))), ...(offer.totals ? [offer.totals] : [])],
  );
}

function rowsOf<Row>(scope: ExportScope, content: TableContent<Row>): readonly Row[] {
  if (scope === 'page') return content.rows;
  return scope === 'filtered' ? content.filtered : content.everything;
}

function formatExportScope(scope: ExportScope, content: TableContent<unknown>): string {
  if (scope === 'page') return tableTexts.thisPage(content.rows.length);
  return scope === 'filtered'
    ? tableTexts.allFiltered(content.count)
    : tableTexts.everything(content.everything.length);
}
