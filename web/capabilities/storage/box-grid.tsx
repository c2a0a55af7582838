import { IconBookmarkFilled, IconCircleFilled, IconLockFilled } from '@tabler/icons-react';
import { formatRow } from '@vialkeep/contract/box-positions.ts';
import type { Cell } from '@vialkeep/contract/places.ts';
import { type KeyboardEvent, useRef } from 'react';
import classes from './storage.module.css';
import { storageTexts as texts } from './storage.texts.ts';

type Props = {
  name: string;
  columns: number;
  cells: readonly Cell[];
  /** The position that has the focus when the grid is entered. */
  active: number;
  onActive: (position: number) => void;
  /** Enter or a tap on a position. */
  onChoose: (cell: Cell) => void;
};

/** A box as a grid: one stop of the tab key, and arrow keys inside. */
export function BoxGrid({ name, columns, cells, active, onActive, onChoose }: Props) {
  const buttons = useRef(new Map<number, HTMLButtonElement>());
  const rows = Math.ceil(cells.length / columns);
  const moveFocus = (event: KeyboardEvent) => {
    const position = positionAfter(event, active, columns, rows);
    if (position === null) return;
    event.preventDefault();
    onActive(position);
    buttons.current.get(position)?.focus();
  };
  // A grid rather than a table: it is walked by arrow keys.
  const grid = {
    role: 'grid',
    'aria-label': texts.grid(name),
    'aria-rowcount': rows,
    'aria-colcount': columns,
    tabIndex: -1,
    onKeyDown: moveFocus,
  };
  return (
    <div className={classes.scrolled}>
      <div {...grid} className={classes.grid}>
        {Array.from({ length: rows }, (_, row) => (
          <div role="row" key={formatRow(row)} aria-rowindex={row + 1} tabIndex={-1} className={classes.gridRow}>
            {cells.slice(row * columns, (row + 1) * columns).map((cell) => (
              <div
                role="gridcell"
                key={cell.position}
                aria-colindex={cell.position - row * columns}
                tabIndex={-1}
                className={classes.gridCell}
              >
                <button
                  type="button"
                  ref={(button) => {
                    if (button) buttons.current.set(cell.position, button);
                  }}
                  className={classes.cell}
                  data-filled={cell.code !== null || undefined}
                  data-held={cell.held || undefined}
                  data-active={cell.position === active || undefined}
                  tabIndex={cell.position === active ? 0 : -1}
                  aria-label={nameCell(cell)}
                  onFocus={() => onActive(cell.position)}
                  onClick={() => onChoose(cell)}
                >
                  <span aria-hidden>{cell.label}</span>
                  <CellSign cell={cell} />
                </button>
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

export function CellSign({ cell }: { cell: Pick<Cell, 'code' | 'held' | 'reserved'> }) {
  if (cell.code === null) return null;
  const Sign = cell.held ? IconLockFilled : cell.reserved ? IconBookmarkFilled : IconCircleFilled;
  return <Sign size={20} aria-hidden />;
}

/** 'B4, vial K7QM-4TXD-9, in quarantine'. */
export function nameCell({ label, code, held, reserved }: Cell): string {
  if (code === null) return texts.empty(label);
  return `${texts.vial(label, code)}${held ? texts.held : ''}${reserved ? texts.reserved : ''}`;
}

/** The position that a key leads to; null for keys that do not move. At an edge it stays. */
function positionAfter(event: KeyboardEvent, from: number, columns: number, rows: number): number | null {
  const row = Math.floor((from - 1) / columns);
  const column = (from - 1) % columns;
  const at = (toRow: number, toColumn: number) =>
    Math.min(Math.max(toRow, 0), rows - 1) * columns + Math.min(Math.max(toColumn, 0), columns - 1) + 1;
  switch (event.key) {
    case 'ArrowLeft':
      return at(row, column - 1);
    case 'ArrowRight':
      return at(row, column + 1);
    case 'ArrowUp':
      return at(row - 1, column);
    case 'ArrowDown':
      return at(row + 1, column);
    case 'Home':
      return event.ctrlKey ? 1 : at(row, 0);
    case 'End':
      return event.ctrlKey ? rows * columns : at(row, columns - 1);
    default:
      return null;
  }
}
