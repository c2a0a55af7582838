import { IconCheck, IconX } from '@tabler/icons-react';
import type { editVialEntry, VialEntry } from '@vialkeep/contract/vials.ts';
import { useState } from 'react';
import type { Command } from '../../kernel/api/query.ts';
import { useUnsaved } from '../../kernel/navigation/unsaved.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { NumberCell, TextCell } from '../../ui/display/cell-inputs.tsx';
import { formatDay } from '../../ui/display/formats.ts';
import {
  buildEntryValues,
  type Columns,
  type EntryErrors,
  type EntryValues,
  entryName,
  wrongIn,
} from './entry-values.ts';
import classes from './vials.module.css';
import { vialsTexts as texts } from './vials.texts.ts';

type Props = {
  entry: VialEntry;
  columns: Columns;
  command: Command<typeof editVialEntry>;
  onSaved: () => void;
  onCancel: () => void;
};

/** Enter saves, Escape cancels. The day and the type of an entry cannot change (F064). */
export function EditedRow({ entry, columns, command, onSaved, onCancel }: Props) {
  const [values, setValues] = useState(() => buildEntryValues(entry));
  const [errors, setErrors] = useState<EntryErrors>({});
  const before = buildEntryValues(entry);
  const isChanged = JSON.stringify(values) !== JSON.stringify(before);
  useUnsaved(isChanged && !command.busy);

  function type(typed: Partial<EntryValues>) {
    setValues({ ...values, ...typed });
    setErrors({});
  }

  async function save() {
    const wrong = wrongIn(values);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0 || values.quantity === null) return;
    const { quantity, note, tracking_id } = values;
    const saved = await command.run({
      params: { id: entry.id },
      body: {
        quantity,
        note,
        user: entry.user,
        type: entry.type,
        ...(entry.type === 'shipped' ? { tracking_id: tracking_id || null } : {}),
      },
    });
    if (saved) onSaved();
  }

  const shown = { ...command.refusal?.fields, ...errors };
  const keys = { onEnter: () => void save(), onEscape: onCancel };
  const name = entryName(entry);
  return (
    <tr data-edited>
      <td className={classes.quantity} data-label={texts.quantity}>
        <NumberCell
          label={texts.quantity}
          value={values.quantity}
          error={shown.quantity}
          takesFocus
          {...keys}
          onChange={(quantity) => type({ quantity })}
        />
      </td>
      <td data-label={texts.date}>
        <span className={classes.day}>{formatDay(entry.date)}</span>
      </td>
      {columns.type === 'shipped' && (
        <td data-label={texts.tracking}>
          <TextCell
            label={texts.tracking}
            value={values.tracking_id}
            error={shown.tracking_id}
            maxLength={100}
            {...keys}
            onChange={(tracking_id) => type({ tracking_id })}
          />
        </td>
      )}
      {columns.withNotes && (
        <td data-label={texts.note}>
          <TextCell
            label={texts.note}
            value={values.note}
            error={shown.note}
            maxLength={1000}
            {...keys}
            onChange={(note) => type({ note })}
          />
        </td>
      )}
      <td className={classes.actions}>
        <div className={classes.buttons}>
          <IconButton
            name={texts.save(name)}
            icon={<IconCheck size={16} aria-hidden />}
            disabled={command.busy}
            onClick={() => void save()}
          />
          <IconButton name={texts.cancel} icon={<IconX size={16} aria-hidden />} onClick={onCancel} />
        </div>
      </td>
    </tr>
  );
}
