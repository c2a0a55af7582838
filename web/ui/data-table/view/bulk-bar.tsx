import { ActionBar, Button, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { AnyRow, BulkAction } from '../state/table-props.ts';
import type { Arrangement } from '../state/use-column-layout.ts';
import { tableTexts } from '../table.texts.ts';
import { BulkConfirm } from './bulk-confirm.tsx';

type Props<Row> = {
  actions: readonly BulkAction<Row>[];
  arrangement: Arrangement<Row>;
  rowName: (row: Row) => string;
};

/** Fixed at the bottom while rows are selected; Escape clears the selection. */
export function BulkBar<Row extends AnyRow>({ actions, arrangement, rowName }: Props<Row>) {
  const [asked, setAsked] = useState<BulkAction<Row> | null>(null);
  const [busy, setBusy] = useState(false);
  const rows = arrangement.selection;
  useEscape(rows.length > 0, arrangement.clearSelection);

  async function run(action: BulkAction<Row>) {
    setAsked(null);
    setBusy(true);
    try {
      await action.onSelect(rows);
      arrangement.clearSelection();
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <ActionBar
        opened={rows.length > 0}
        onClose={arrangement.clearSelection}
        aria-label={tableTexts.selected(rows.length)}
        withBorder
      >
        <Text size="sm" fw={550} px="xs">
          {tableTexts.selected(rows.length)}
        </Text>
        {actions.map((action) => (
          <Button
            key={action.label}
            size="xs"
            variant="default"
            leftSection={action.icon}
            disabled={busy}
            onClick={() => (action.danger ? setAsked(action) : void run(action))}
          >
            {action.label}
          </Button>
        ))}
        <ActionBar.CloseButton aria-label={tableTexts.clearSelection} />
      </ActionBar>
      {asked && (
        <BulkConfirm
          action={asked.label}
          rows={rows.map((row) => ({ id: row.id, name: rowName(row) }))}
          onConfirm={() => void run(asked)}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  );
}

/** Escape first closes an open menu or modal; the selection then stays. */
function useEscape(active: boolean, onEscape: () => void) {
  const latest = useRef(onEscape);
  latest.current = onEscape;

  useEffect(() => {
    if (!active) return;
    const listen = (event: KeyboardEvent) => {
      const covered = document.querySelector('[aria-modal="true"], [role="menu"], [role="dialog"], [role="listbox"]');
      if (event.key === 'Escape' && !covered) latest.current();
    };
    // In the capture phase, while an open menu or modal is still in the DOM.
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, [active]);
}
