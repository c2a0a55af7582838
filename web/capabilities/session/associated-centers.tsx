import { type AssociatedCenter, accessCenter, listAssociatedCenters } from '@vialkeep/contract/session.ts';
import { useState } from 'react';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import { startStaffAccess } from '../../kernel/session/acting.ts';
import { useMay } from '../../kernel/session/current-session.ts';
import { useUser } from '../../kernel/session/session.ts';
import { Button } from '../../ui/actions/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { Card } from '../../ui/layout/card.tsx';
import { textColumn } from '../../ui/layout/columns.tsx';
import { ConfirmModal } from '../../ui/overlays/confirm-modal.tsx';
import { frameTexts } from './frame.texts.ts';

const texts = frameTexts.centers;
const PER_PAGE = 10;

const nameOf = (center: AssociatedCenter) => `#ID: ${center.id} ${center.company}`;

const columns = [textColumn<AssociatedCenter>(texts.center, nameOf, { sort: (center) => center.company })];

/** The centers that a staff member works for, with buttons to act in them (F029, F030). */
export function AssociatedCenters() {
  const user = useUser();
  const notices = useNotices();
  const mayAccess = useMay('session.access_center');
  const [chosen, setChosen] = useState<AssociatedCenter | null>(null);
  const centers = useApi(listAssociatedCenters, { params: { id: user.id } });
  const access = useCommand(accessCenter, {
    onDone: startStaffAccess,
    // The modal closes as documented, and a notice shows the reason (V-04).
    onRefused: (failure) => {
      setChosen(null);
      notices.error(failure.message);
    },
  });

  return (
    <Card title={texts.title} flush>
      <DataTable
        name="associated-centers"
        label={texts.title}
        query={centers}
        pageSize={PER_PAGE}
        columns={columns}
        rowName={nameOf}
        texts={{ loading: texts.loading }}
        emptyHint={texts.noneYet}
        filter={{
          placeholder: texts.filter,
          matches: (center, text) => `${center.id} ${center.company}`.toLowerCase().includes(text.toLowerCase()),
        }}
        rowInline={(center) => mayAccess && <Button onClick={() => setChosen(center)}>{texts.access}</Button>}
      />
      <ConfirmModal
        opened={chosen !== null}
        title={texts.modal.title}
        confirm={texts.modal.confirm}
        cancel={texts.modal.cancel}
        facts={chosen ? [[texts.center, nameOf(chosen)]] : []}
        busy={access.busy}
        onConfirm={() => chosen && void access.run({ body: { user_id: chosen.id } })}
        onCancel={() => setChosen(null)}
      >
        {texts.modal.question}
      </ConfirmModal>
    </Card>
  );
}
