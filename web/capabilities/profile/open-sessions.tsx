import { endOtherSessions, listSessions, type OpenSession } from '@vialkeep/contract/session.ts';
import { useState } from 'react';
import { useMay } from '../../kernel/current-session.ts';
import { useApi, useCommand } from '../../kernel/query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { customColumn, dateTimeColumn, textColumn } from '../../ui/columns.tsx';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useNotices } from '../../ui/notices.ts';
import { StatusPill } from '../../ui/status-pill.tsx';
import { profileTexts } from './profile.texts.ts';

const texts = profileTexts.settings;
const PER_PAGE = 5;

const columns = [
  customColumn<OpenSession>(
    texts.device,
    (session) => (
      <>
        {session.device} {session.current && <StatusPill tone="done">{texts.here}</StatusPill>}
      </>
    ),
    { value: (session) => session.device },
  ),
  textColumn<OpenSession>(texts.site, (session) => session.site, { priority: 2 }),
  dateTimeColumn<OpenSession>(texts.started, (session) => session.started_at),
  dateTimeColumn<OpenSession>(texts.seen, (session) => session.last_seen_at, { priority: 2 }),
];

export function OpenSessions() {
  const [asking, setAsking] = useState(false);
  const mayEnd = useMay('session.end_others');
  const notices = useNotices();
  const sessions = useApi(listSessions, {});
  const end = useCommand(endOtherSessions, {
    refreshes: [listSessions],
    onDone: ({ message }) => {
      setAsking(false);
      notices.success(message);
    },
  });
  const hasOthers = (sessions.data?.length ?? 0) > 1;

  return (
    <Card
      title={texts.sessions}
      note={texts.sessionsNote}
      flush
      actions={mayEnd && hasOthers && <Button onClick={() => setAsking(true)}>{texts.endOthers}</Button>}
    >
      <DataTable
        name="open-sessions"
        label={texts.sessions}
        query={sessions}
        pageSize={PER_PAGE}
        columns={columns}
        rowName={(session) => session.device}
        texts={{ loading: texts.loadingSessions }}
      />
      <ConfirmModal
        opened={asking}
        title={texts.endOthers}
        confirm={texts.endOthers}
        danger
        busy={end.busy}
        failure={end.refusal}
        onConfirm={() => void end.run({})}
        onCancel={() => setAsking(false)}
      >
        {texts.endOthersQuestion}
      </ConfirmModal>
    </Card>
  );
}
