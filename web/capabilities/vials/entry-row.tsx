import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { VialEntry } from '@vialkeep/contract/vials.ts';
import { useEffect, useRef } from 'react';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { formatCount, formatDay } from '../../ui/display/formats.ts';
import { type Columns, entryName } from './entry-values.ts';
import classes from './vials.module.css';
import { vialsTexts as texts } from './vials.texts.ts';

type Props = {
  entry: VialEntry;
  columns: Columns;
  /** The entry was just added. */
  isFlashed: boolean;
  /** The user has just finished editing it. */
  takesFocus: boolean;
  onEdit?: () => void;
  onDelete?: () => void;
};

export function EntryRow({ entry, columns, isFlashed, takesFocus, onEdit, onDelete }: Props) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (takesFocus) row.current?.querySelector('button')?.focus();
  }, [takesFocus]);
  useEffect(() => {
    if (isFlashed) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isFlashed]);

  const name = entryName(entry);
  return (
    <tr ref={row} data-flashed={isFlashed || undefined}>
      <td className={classes.quantity} data-label={texts.quantity}>
        {formatCount(entry.quantity)}
      </td>
      <td data-label={texts.date}>
        <time dateTime={entry.date} className={classes.day}>
          {formatDay(entry.date)}
        </time>
      </td>
      {columns.type === 'shipped' && <td data-label={texts.tracking}>{entry.tracking_id}</td>}
      {columns.withNotes && <td data-label={texts.note}>{entry.note}</td>}
      {columns.withActions && (
        <td className={classes.actions}>
          <div className={classes.buttons}>
            {onEdit && (
              <IconButton name={texts.edit(name)} icon={<IconPencil size={16} aria-hidden />} onClick={onEdit} />
            )}
            {onDelete && (
              <IconButton name={texts.delete(name)} icon={<IconTrash size={16} aria-hidden />} onClick={onDelete} />
            )}
          </div>
        </td>
      )}
    </tr>
  );
}
