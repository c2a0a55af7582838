import { listCards, readCustomerProfile, type SavedCard } from '@vialkeep/contract/cards.ts';
import { useState } from 'react';
import { useApi } from '../../kernel/api/query.ts';
import { useCurrentSession } from '../../kernel/session/current-session.ts';
import { useUser } from '../../kernel/session/session.ts';
import { Button } from '../../ui/actions/button.tsx';
import { FailedList } from '../../ui/data-table/view/list-states.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { CardForm } from './card-form.tsx';
import classes from './cards.module.css';
import { cardsTexts as texts } from './cards.texts.ts';
import { DeleteCard } from './delete-card.modal.tsx';
import { SavedCardView } from './saved-card.tsx';

export function CardsScreen() {
  const { id } = useUser();
  const notices = useNotices();
  const profile = useApi(readCustomerProfile, { params: { id } });
  const cards = useApi(listCards, { body: { user_id: id } });
  // Each click on Add mounts a new form; 0 means closed.
  const [attempt, setAttempt] = useState(0);
  const [isSaving, setSaving] = useState(false);
  const [deleted, setDeleted] = useState<SavedCard | null>(null);
  const mayAdd = useCurrentSession()?.may.includes('cards.change') ?? true;
  const isFailed = cards.data === undefined && cards.isError && !cards.isFetching;
  // If the list cannot be loaded, the session's rights decide, so that the form stays during retries.
  const mayChange = cards.data ? cards.data.may.includes('change') : cards.errorUpdateCount > 0 && mayAdd;

  function saved() {
    setAttempt(0);
    notices.success(texts.form.added);
  }

  return (
    <Screen
      title={texts.title}
      status={isSaving && texts.form.updating}
      actions={
        mayChange && (
          <Button kind="primary" disabled={isSaving} onClick={() => setAttempt((count) => count + 1)}>
            {texts.add}
          </Button>
        )
      }
    >
      <div className={classes.page} data-with-form={mayChange || undefined}>
        {isFailed ? (
          <Card>
            <FailedList text={texts.none} onRetry={() => cards.refetch()} />
          </Card>
        ) : (
          <Loaded query={cards} loading={texts.loading}>
            {({ payments }) => <SavedCards cards={payments} mayChange={mayChange} onDelete={setDeleted} />}
          </Loaded>
        )}
        {mayChange && (
          <CardForm
            key={attempt}
            isOpen={attempt > 0}
            isFirst={cards.data?.payments.length === 0}
            profileId={profile.data?.auth_customer_profile_id ?? null}
            onSaving={setSaving}
            onSaved={saved}
            onCancel={() => setAttempt(0)}
          />
        )}
      </div>
      <DeleteCard card={deleted} onClose={() => setDeleted(null)} />
    </Screen>
  );
}

type ListProps = { cards: readonly SavedCard[]; mayChange: boolean; onDelete: (card: SavedCard) => void };

function SavedCards({ cards, mayChange, onDelete }: ListProps) {
  if (cards.length === 0) {
    return (
      <Card>
        <EmptyState title={texts.none} why={mayChange ? texts.noneYet : texts.noneOfTheirs} />
      </Card>
    );
  }
  return (
    <ul className={classes.list} aria-label={texts.list}>
      {cards.map((card) => (
        <li key={card.id}>
          <SavedCardView card={card} onDelete={mayChange ? () => onDelete(card) : undefined} />
        </li>
      ))}
    </ul>
  );
}
