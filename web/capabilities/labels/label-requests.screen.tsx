import { type ListedLabel, listLabels } from '@vialkeep/contract/labels.ts';
import { useMemo, useState } from 'react';
import { useApi } from '../../kernel/api/query.ts';
import { LABEL_LETTERS_CHECK_MS } from '../../kernel/timings.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { hasMatchingText } from '../../ui/data-table/state/matching-text.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { LabelFileModal } from './label-file.modal.tsx';
import { labelColumns } from './label-requests.columns.tsx';
import { labelsTexts } from './labels.texts.ts';
import { SendNotification } from './send-notification.modal.tsx';

const texts = labelsTexts.administered;
const PER_PAGE = 10;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Every request of the administrator's sites; those without a label come first (F116). */
export function LabelRequestsScreen() {
  // The outbox sends the email a little later; the list is polled only until then.
  const [isWaiting, setWaiting] = useState(false);
  const labels = useApi(listLabels, {}, { everyMs: isWaiting ? LABEL_LETTERS_CHECK_MS : undefined });
  const areOnTheirWay = labels.data?.some(({ notification }) => notification === 'on_its_way') ?? false;
  if (areOnTheirWay !== isWaiting) setWaiting(areOnTheirWay);
  const [editedId, setEditedId] = useState<ListedLabel['id'] | null>(null);
  const edited = labels.data?.find(({ id }) => id === editedId) ?? null;
  const [sent, setSent] = useState<ListedLabel | null>(null);
  const columns = useMemo(() => labelColumns({ onEdit: ({ id }) => setEditedId(id), onSend: setSent }), []);

  return (
    <Screen title={texts.title} status={labels.data && statusOf(labels.data, labels.dataUpdatedAt)} wide>
      <Card flush>
        <DataTable
          name="label-requests"
          label={texts.title}
          query={labels}
          pageSize={PER_PAGE}
          columns={columns}
          rowName={({ id }) => texts.name(id)}
          texts={{ loading: texts.loading }}
          emptyHint={texts.noneYet}
          tall
          filter={{ placeholder: texts.filter, matches: isLabelMatch }}
          filters={[
            {
              key: 'step',
              label: texts.step,
              options: Object.entries(texts.stepOptions).map(([value, label]) => ({ value, label })),
              matches: (label, step) => waitsFor(label) === step,
            },
          ]}
        />
      </Card>
      <LabelFileModal label={edited} onClose={() => setEditedId(null)} />
      <SendNotification label={sent} onClose={() => setSent(null)} />
    </Screen>
  );
}

/** The filter of 2-operations 2.18. */
function isLabelMatch(label: ListedLabel, typed: string): boolean {
  const { id, doctor_name, doctor_email, tracking_number, hc_desc } = label;
  return hasMatchingText([id, doctor_name, doctor_email, tracking_number, hc_desc[0]?.company], typed);
}

function waitsFor({ pdf_file, notification_sent }: ListedLabel): keyof typeof texts.stepOptions {
  if (pdf_file === '') return 'file';
  return notification_sent ? 'nothing' : 'letter';
}

function statusOf(labels: readonly ListedLabel[], now: number): string {
  const waiting = labels.filter((label) => waitsFor(label) === 'file');
  const unsent = labels.filter((label) => waitsFor(label) === 'letter').length;
  const first = Math.min(...waiting.map(({ requested_at }) => Date.parse(requested_at)));
  const oldest = waiting.length === 0 ? 0 : Math.max(0, Math.floor((now - first) / DAY_MS));
  return texts.status(waiting.length, oldest, unsent);
}
