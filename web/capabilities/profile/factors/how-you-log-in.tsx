import { type Factor, readIdentity, removeFactor, renewRecoveryCodes } from '@vialkeep/contract/factors.ts';
import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import { useState } from 'react';
import { useApi, useCommand } from '../../../kernel/api/query.ts';
import { hasPasskeys } from '../../../kernel/has-passkeys.ts';
import { useActing } from '../../../kernel/session/acting.ts';
import { useMay } from '../../../kernel/session/current-session.ts';
import { daysUntil } from '../../../kernel/session/required-page.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { formatDay } from '../../../ui/display/formats.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useNotices } from '../../../ui/feedback/notices.ts';
import { WarningNote } from '../../../ui/feedback/warning-note.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { ConfirmModal } from '../../../ui/overlays/confirm-modal.tsx';
import { AddPasskeyModal } from './add-passkey.modal.tsx';
import { FactorRow } from './factor-row.tsx';
import classes from './factors.module.css';
import { factorsTexts } from './factors.texts.ts';
import { RecoveryCodesModal } from './recovery-codes.modal.tsx';
import { SetUpAppModal } from './set-up-app.modal.tsx';

const texts = factorsTexts.card;

type Identity = Answer<typeof readIdentity>;
type Asking = { what: 'passkey' | 'app' | 'codes' } | { what: 'remove'; factor: Factor };

/** The user's passkeys, authenticator app and recovery codes. */
export function HowYouLogIn() {
  const identity = useApi(readIdentity, {});
  const [asking, setAsking] = useState<Asking | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const acting = useActing();
  const mayManage = useMay('identity.manage') && acting === null;
  const end = () => setAsking(null);
  const added = (recoveryCodes: readonly string[]) => {
    end();
    setCodes(recoveryCodes);
  };
  const hasApp = identity.data?.factors.some(({ kind }) => kind === 'totp') ?? false;
  const needsCode = identity.data?.needs_mail_code ?? false;

  return (
    <Card
      title={texts.title}
      note={texts.note}
      actions={
        mayManage &&
        identity.data && (
          <>
            {!hasApp && <Button onClick={() => setAsking({ what: 'app' })}>{texts.setUpApp}</Button>}
            {hasPasskeys() && (
              <Button kind="primary" onClick={() => setAsking({ what: 'passkey' })}>
                {texts.addPasskey}
              </Button>
            )}
          </>
        )
      }
    >
      <Loaded query={identity} loading={texts.loading} failed={texts.failed}>
        {(answer) => (
          <Factors
            identity={answer}
            onRemove={mayManage ? (factor) => setAsking({ what: 'remove', factor }) : undefined}
            onNewCodes={mayManage ? () => setAsking({ what: 'codes' }) : undefined}
          />
        )}
      </Loaded>
      <AddPasskeyModal opened={asking?.what === 'passkey'} needsCode={needsCode} onAdded={added} onClose={end} />
      <SetUpAppModal opened={asking?.what === 'app'} needsCode={needsCode} onAdded={added} onClose={end} />
      <RemoveFactor
        factor={asking?.what === 'remove' ? asking.factor : null}
        isLast={identity.data?.factors.length === 1}
        onEnd={end}
      />
      <NewCodes opened={asking?.what === 'codes'} onMade={added} onEnd={end} />
      <RecoveryCodesModal codes={codes} onKept={() => setCodes([])} />
    </Card>
  );
}

type FactorsProps = { identity: Identity; onRemove?: (factor: Factor) => void; onNewCodes?: () => void };

function Factors({ identity, onRemove, onNewCodes }: FactorsProps) {
  const { factors, recovery_left: left } = identity;
  return (
    <div className={classes.parts}>
      <DueNote identity={identity} />
      {factors.length === 0 ? (
        <EmptyState title={texts.none} why={texts.noneWhy} />
      ) : (
        <>
          <ul className={classes.factors} aria-label={texts.list}>
            {factors.map((factor) => (
              <FactorRow key={factor.id} factor={factor} onRemove={onRemove} />
            ))}
          </ul>
          <div className={classes.recovery}>
            <span>{texts.recoveryLeft(left)}</span>
            {onNewCodes && (
              <Button size="xs" onClick={onNewCodes}>
                {texts.newCodes}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}

/** That the site asks for a factor, and by when. */
function DueNote({ identity: { required, due_at: due, factors } }: { identity: Identity }) {
  if (!required || factors.length > 0) return null;
  const days = due === null ? 0 : daysUntil(due);
  return <WarningNote>{due !== null && days > 0 ? texts.dueIn(days, formatDay(due)) : texts.required}</WarningNote>;
}

function RemoveFactor({ factor, isLast, onEnd }: { factor: Factor | null; isLast: boolean; onEnd: () => void }) {
  const own = factorsTexts.remove;
  const notices = useNotices();
  const removal = useCommand(removeFactor, {
    refreshes: [readIdentity, currentSession],
    onDone: ({ message }) => {
      onEnd();
      notices.success(message);
    },
  });
  const cancel = () => {
    removal.reset();
    onEnd();
  };
  return (
    <ConfirmModal
      opened={factor !== null}
      danger
      title={own.title}
      confirm={own.confirm}
      facts={
        factor
          ? [
              [own.kind, texts.kinds[factor.kind]],
              [own.name, factor.label],
              [own.added, formatDay(factor.added_at)],
            ]
          : []
      }
      busy={removal.busy}
      failure={removal.refusal}
      onConfirm={() => factor && void removal.run({ params: { id: factor.id } })}
      onCancel={cancel}
    >
      {own.question} {isLast && own.last}
    </ConfirmModal>
  );
}

type NewCodesProps = { opened: boolean; onMade: (codes: readonly string[]) => void; onEnd: () => void };

function NewCodes({ opened, onMade, onEnd }: NewCodesProps) {
  const renewal = useCommand(renewRecoveryCodes, {
    refreshes: [readIdentity],
    onDone: (answer) => onMade(answer.recovery_codes),
  });
  return (
    <ConfirmModal
      opened={opened}
      title={texts.newCodes}
      confirm={texts.newCodes}
      busy={renewal.busy}
      failure={renewal.refusal}
      onConfirm={() => void renewal.run({})}
      onCancel={() => {
        renewal.reset();
        onEnd();
      }}
    >
      {texts.newCodesQuestion}
    </ConfirmModal>
  );
}
