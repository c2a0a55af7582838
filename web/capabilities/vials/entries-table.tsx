import type { UserId, VialEntryId } from '@vialkeep/contract/kernel/ids.ts';
import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import type { readVials, VialEntry, VialEntryType } from '@vialkeep/contract/vials.ts';
import { useEffect, useState } from 'react';
import { UnsavedContext } from '../../kernel/navigation/unsaved.ts';
import { FLASH_MS } from '../../kernel/timings.ts';
import { nearestPage, pageCount } from '../../ui/data-table/state/paging.ts';
import { tableTexts } from '../../ui/data-table/table.texts.ts';
import { ListPages } from '../../ui/data-table/view/list-pages.tsx';
import { FailedList } from '../../ui/data-table/view/list-states.tsx';
import { useLeaveQuestion } from '../../ui/overlays/unsaved-changes-dialog.tsx';
import { DeleteEntry } from './delete-entry.modal.tsx';
import { EditedRow } from './edited-row.tsx';
import { EntryRow } from './entry-row.tsx';
import { NewEntryRow } from './new-entry-row.tsx';
import { useEntryCommands } from './use-entry-commands.ts';
import classes from './vials.module.css';
import { vialsTexts as texts } from './vials.texts.ts';

const PER_PAGE = 10;
const MOST_COLUMNS = 5;

type Props = {
  type: VialEntryType;
  patientId: UserId;
  /** Sorted with the oldest first. */
  entries: readonly VialEntry[];
  may: Answer<typeof readVials>['may'];
  isBusy: boolean;
  failure: { onRetry: () => void } | null;
  /** Called when the server reports that the entry no longer exists. */
  onGone: (id: VialEntryId) => void;
};

/** The entries of one type, ten per page. Rows are edited in place; the last row adds an entry. */
export function EntriesTable({ type, patientId, entries, may, isBusy, failure, onGone }: Props) {
  const [wantedPage, setWantedPage] = useState(1);
  const [edited, setEdited] = useState<VialEntryId | null>(null);
  const [left, setLeft] = useState<VialEntryId | null>(null);
  const [deleted, setDeleted] = useState<VialEntry | null>(null);
  const [said, setSaid] = useState('');
  const [flashed, flash] = useFlash();
  const { scope, leave, question } = useLeaveQuestion();
  const commands = useEntryCommands({
    onDeleted: () => endDelete(),
    onGone: () => {
      if (deleted) onGone(deleted.id);
      endDelete();
    },
  });

  const pages = pageCount(entries.length, PER_PAGE);
  const page = nearestPage(wantedPage, pages);
  const shown = entries.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  const mayDelete = may.includes(type === 'added' ? 'delete_added' : 'delete_shipped');
  // Users without write access see neither notes nor actions (D2 2.4).
  const isOpen = may.includes('add') || may.includes('edit');
  const columns = { type, withNotes: isOpen && may.includes('see_notes'), withActions: isOpen };

  function endEdit(entry: VialEntry, words: string) {
    setEdited(null);
    setLeft(entry.id);
    setSaid(words);
  }

  function endDelete() {
    // The clicked button disappears with its row.
    const at = shown.findIndex(({ id }) => id === deleted?.id);
    setLeft((shown[at + 1] ?? shown[at - 1])?.id ?? null);
    setDeleted(null);
    setSaid(texts.wasDeleted);
  }

  function turnTo(to: number) {
    leave(() => {
      setEdited(null);
      setLeft(null);
      setWantedPage(to);
    });
  }

  return (
    <div className={classes.entries} aria-busy={isBusy || commands.isBusy}>
      <table className={classes.table} aria-label={texts.tables[type]}>
        <thead>
          <tr>
            <th scope="col" className={classes.quantity}>
              {texts.quantity}
            </th>
            <th scope="col">{texts.date}</th>
            {type === 'shipped' && <th scope="col">{texts.tracking}</th>}
            {columns.withNotes && <th scope="col">{texts.note}</th>}
            {columns.withActions && <th scope="col">{texts.action}</th>}
          </tr>
        </thead>
        <tbody>
          {!failure && !isBusy && entries.length === 0 && (
            <tr>
              <td colSpan={MOST_COLUMNS} className={classes.empty}>
                {tableTexts.empty}
              </td>
            </tr>
          )}
          {shown.map((entry) =>
            entry.id === edited ? (
              <UnsavedContext key={entry.id} value={scope}>
                <EditedRow
                  entry={entry}
                  columns={columns}
                  command={commands.edit}
                  onSaved={() => endEdit(entry, texts.wasSaved)}
                  onCancel={() => endEdit(entry, '')}
                />
              </UnsavedContext>
            ) : (
              <EntryRow
                key={entry.id}
                entry={entry}
                columns={columns}
                isFlashed={entry.id === flashed}
                takesFocus={entry.id === left}
                onEdit={may.includes('edit') ? () => leave(() => setEdited(entry.id)) : undefined}
                onDelete={mayDelete ? () => setDeleted(entry) : undefined}
              />
            ),
          )}
        </tbody>
        {may.includes('add') && (
          <NewEntryRow
            patientId={patientId}
            columns={columns}
            command={commands.add}
            onAdded={(entry) => {
              setEdited(null);
              setLeft(null);
              setWantedPage(Number.MAX_SAFE_INTEGER);
              flash(entry.id);
              setSaid(type === 'added' ? texts.wasAdded(entry.quantity) : texts.wasShipped(entry.quantity));
            }}
          />
        )}
      </table>
      {failure && <FailedList text={tableTexts.empty} onRetry={failure.onRetry} />}
      <ListPages label={texts.tables[type]} state={{ page, setPage: turnTo }} pages={pages} />
      {(isBusy || commands.isBusy) && (
        <p role="status" className={classes.overlay}>
          {texts.processing}
        </p>
      )}
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {question}
      <DeleteEntry entry={deleted} command={commands.remove} onClose={() => setDeleted(null)} />
    </div>
  );
}

/** Highlights one row briefly. */
function useFlash() {
  const [flashed, setFlashed] = useState<VialEntryId | null>(null);
  useEffect(() => {
    if (flashed === null) return;
    const timer = setTimeout(() => setFlashed(null), FLASH_MS);
    return () => clearTimeout(timer);
  }, [flashed]);
  return [flashed, setFlashed] as const;
}
