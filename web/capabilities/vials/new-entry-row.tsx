import { IconPlus } from '@tabler/icons-react';
import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { addVialEntry, VialEntry } from '@vialkeep/contract/vials.ts';
import { useRef, useState } from 'react';
import type { Command } from '../../kernel/api/query.ts';
import { useUnsaved } from '../../kernel/navigation/unsaved.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { DayCell, NumberCell, TextCell } from '../../ui/display/cell-inputs.tsx';
import { today } from '../../ui/display/formats.ts';
import { ChooseVials } from './choose-vials.tsx';
import { type Columns, type EntryErrors, type EntryValues, wrongIn } from './entry-values.ts';
import classes from './vials.module.css';
import { vialsTexts as texts } from './vials.texts.ts';

type Props = {
  patientId: UserId;
  columns: Columns;
  command: Command<typeof addVialEntry>;
  onAdded: (entry: VialEntry) => void;
};

/** The last row, which adds an entry (F063). */
export function NewEntryRow({ patientId, columns, command, onAdded }: Props) {
  const [values, setValues] = useState(nothing);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [errors, setErrors] = useState<EntryErrors>({});
  const row = useRef<HTMLTableRowElement>(null);
  useUnsaved((values.quantity !== null || values.tracking_id !== '' || values.note !== '') && !command.busy);
  const { type, withNotes } = columns;
  const name = type === 'added' ? texts.addVials : texts.shipVials;

  function change(typed: Partial<EntryValues>) {
    setValues({ ...values, ...typed });
    setErrors({});
    command.reset();
  }

  function choose(chosen: readonly string[]) {
    setCodes(chosen);
    change({ quantity: chosen.length > 0 ? chosen.length : null });
  }

  async function add() {
    const wrong = wrongIn(values);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0 || values.quantity === null) return;
    const added = await command.run({
      body: {
        type,
        user: patientId,
        user_id: patientId,
        quantity: values.quantity,
        date: values.date,
        note: values.note,
        tracking_id: type === 'shipped' ? values.tracking_id || null : null,
        ...(codes.length > 0 ? { vial_codes: [...codes] } : {}),
      },
    });
    if (!added) return;
    setValues(nothing());
    setCodes([]);
    onAdded(added.data);
    row.current?.querySelector('input')?.focus();
  }

  const shown = { ...command.refusal?.fields, ...errors };
  const cell = (label: string) => ({ label: `${name}: ${label}`, onEnter: () => void add() });
  const width = 3 + (type === 'shipped' ? 1 : 0) + (withNotes ? 1 : 0);
  return (
    <tfoot>
      <tr ref={row} aria-label={name}>
        <td className={classes.quantity} data-label={texts.quantity}>
          <NumberCell
            {...cell(texts.quantity)}
            value={values.quantity}
            error={shown.quantity}
            disabled={codes.length > 0}
            onChange={(quantity) => change({ quantity })}
          />
        </td>
        <td data-label={texts.date}>
          <DayCell
            {...cell(texts.date)}
            value={values.date}
            error={shown.date}
            max={today()}
            onChange={(date) => change({ date })}
          />
        </td>
        {type === 'shipped' && (
          <td data-label={texts.tracking}>
            <TextCell
              {...cell(texts.tracking)}
              value={values.tracking_id}
              error={shown.tracking_id}
              maxLength={100}
              onChange={(tracking_id) => change({ tracking_id })}
            />
          </td>
        )}
        {withNotes && (
          <td data-label={texts.note}>
            <TextCell
              {...cell(texts.note)}
              value={values.note}
              error={shown.note}
              maxLength={1000}
              onChange={(note) => change({ note })}
            />
          </td>
        )}
        <td className={classes.actions}>
          <div className={classes.buttons}>
            <IconButton
              name={name}
              icon={<IconPlus size={18} aria-hidden />}
              disabled={command.busy}
              onClick={() => void add()}
            />
          </div>
        </td>
      </tr>
      {type === 'shipped' && (
        <tr className={classes.chooseRow}>
          <td colSpan={width}>
            <ChooseVials patientId={patientId} chosen={codes} error={shown.vial_codes} onChoose={choose} />
          </td>
        </tr>
      )}
    </tfoot>
  );
}

function nothing(): EntryValues {
  return { quantity: null, date: today(), tracking_id: '', note: '' };
}
