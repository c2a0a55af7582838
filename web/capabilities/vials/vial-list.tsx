import { IconQrcode } from '@tabler/icons-react';
import { listVials, type Vial, type VialState } from '@vialkeep/contract/vials.ts';
import { useState } from 'react';
import { useApi } from '../../kernel/api/query.ts';
import type { RecordPartProps } from '../../kernel/navigation/record-parts.ts';
import { useUser } from '../../kernel/session/session.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { QrCode } from '../../ui/display/qr-code.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { customColumn, dayColumn, type StatusLabel, statusColumn, textColumn } from '../../ui/layout/columns.tsx';
import { MessageModal } from '../../ui/overlays/message-modal.tsx';
import { isVialMatch } from './entry-values.ts';
import classes from './vials.module.css';
import { vialsTexts } from './vials.texts.ts';

const texts = vialsTexts.list;
const PER_PAGE = 10;

type Row = Vial & { id: string };

/** Lists every vial by its code, which does not identify the patient, and its place. */
export function VialList({ patientId }: RecordPartProps) {
  const vials = useApi(listVials, { params: { userId: patientId } });
  const user = useUser();
  const [shown, setShown] = useState<string | null>(null);
  return (
    <Card title={texts.title} note={texts.note} flush>
      <DataTable
        name="vials"
        label={texts.title}
        scope="vial"
        query={{
          data: vials.data?.map((vial): Row => ({ ...vial, id: vial.code })),
          isPending: vials.isPending,
          isError: vials.isError,
          isFetching: vials.isFetching,
          refetch: vials.refetch,
        }}
        pageSize={PER_PAGE}
        columns={columnsFor(user.id === patientId, vials.data ?? [])}
        rowName={({ code }) => code}
        texts={{ loading: texts.loading }}
        emptyHint={texts.noneYet}
        filter={{ placeholder: texts.filter, matches: (vial, typed) => isVialMatch(vial, typed) }}
        rowInline={({ code }) => (
          <IconButton
            name={texts.show(code)}
            icon={<IconQrcode size={18} aria-hidden />}
            onClick={() => setShown(code)}
          />
        )}
      />
      <MessageModal opened={shown !== null} title={texts.qr(shown ?? '')} onClose={() => setShown(null)}>
        {shown && (
          <div className={classes.qr}>
            <QrCode value={shown} title={texts.qr(shown)} />
            {shown}
          </div>
        )}
      </MessageModal>
    </Card>
  );
}

const states: Record<VialState, StatusLabel> = {
  stored: { text: texts.states.stored, tone: 'done' },
  shipped: { text: texts.states.shipped, tone: 'moving' },
  discarded: { text: texts.states.discarded, tone: 'none' },
  withdrawn: { text: texts.states.withdrawn, tone: 'none' },
};

/** A patient reads quarantine in other words. */
function stateLabel({ state, held }: Row, isOwn: boolean): StatusLabel {
  if (!held) return states[state];
  return { text: isOwn ? texts.heldForPatient : texts.held, tone: 'waiting' };
}

/** Only vials that were imported may have a code of before. */
const columnsFor = (isOwn: boolean, vials: readonly Vial[]) => [
  customColumn<Row>(texts.code, ({ code }) => <span className={classes.codeCell}>{code}</span>, {
    value: ({ code }) => code,
    sort: ({ code }) => code,
  }),
  ...(vials.some(({ old_code }) => old_code !== null) ? [textColumn<Row>(texts.oldCode, (vial) => vial.old_code)] : []),
  statusColumn<Row>(texts.state, (vial) => stateLabel(vial, isOwn)),
  dayColumn<Row>(texts.added, (vial) => vial.added_on),
  dayColumn<Row>(texts.shipped, (vial) => vial.shipped_on),
  textColumn<Row>(texts.tracking, (vial) => vial.tracking_id),
];
