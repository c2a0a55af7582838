import {
  currentSession,
  endOtherSessions,
  endSession,
  listSessions,
  type OpenSession,
} from '@vialkeep/contract/session.ts';
import { useState } from 'react';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import { useMay } from '../../kernel/session/current-session.ts';
import { Button } from '../../ui/actions/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { Card } from '../../ui/layout/card.tsx';
import { ConfirmModal } from '../../ui/overlays/confirm-modal.tsx';
import { sessionColumns, sessionFacts, sessionName } from './open-sessions.columns.tsx';
import { profileTexts } from './profile.texts.ts';

const texts = profileTexts.settings;
const PER_PAGE = 5;

export function OpenSessions() {
  const [asking, setAsking] = useState<'others' | OpenSession | null>(null);
  const mayEndOthers = useMay('session.end_others');
  const mayEndOne = useMay('session.end_one');
  const notices = useNotices();
  const sessions = useApi(listSessions, {});
  const told = {
    // The visit note depends on the session too: it shows when the administrator's visit ended.
    refreshes: [listSessions, currentSession],
    onDone: ({ message }: { message: string }) => {
      setAsking(null);
      notices.success(message);
    },
  };
  const endOthers = useCommand(endOtherSessions, told);
  const endOne = useCommand(endSession, told);
  const hasOthers = (sessions.data?.length ?? 0) > 1;
  const one = asking === 'others' ? null : asking;
  const ask = (what: typeof asking) => {
    endOthers.reset();
    endOne.reset();
    setAsking(what);
  };

  return (
    <Card
      title={texts.sessions}
      note={texts.sessionsNote}
      flush
      actions={mayEndOthers && hasOthers && <Button onClick={() => ask('others')}>{texts.endOthers}</Button>}
    >
      <DataTable
        name="open-sessions"
        label={texts.sessions}
        query={sessions}
        pageSize={PER_PAGE}
        columns={sessionColumns}
        rowName={sessionName}
        rowInline={
          mayEndOne
            ? (session) =>
                !session.current && (
                  <Button size="xs" onClick={() => ask(session)}>
                    {texts.end}
                    <span className="visually-hidden"> {sessionName(session)}</span>
                  </Button>
                )
            : undefined
        }
        texts={{ loading: texts.loadingSessions }}
      />
      <ConfirmModal
        opened={asking === 'others'}
        title={texts.endOthers}
        confirm={texts.endOthers}
        danger
        busy={endOthers.busy}
        failure={endOthers.refusal}
        onConfirm={() => void endOthers.run({})}
        onCancel={() => setAsking(null)}
      >
        {texts.endOthersQuestion}
      </ConfirmModal>
      <ConfirmModal
        opened={one !== null}
        title={texts.endOne}
        confirm={texts.endOne}
        facts={one ? sessionFacts(one) : []}
        danger
        busy={endOne.busy}
        failure={endOne.refusal}
        onConfirm={() => one && void endOne.run({ params: { id: one.id } })}
        onCancel={() => setAsking(null)}
      >
        {one?.by ? texts.endActingQuestion : texts.endOneQuestion}
      </ConfirmModal>
    </Card>
  );
}
