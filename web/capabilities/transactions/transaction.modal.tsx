import { readTransaction } from '@vialkeep/contract/transactions.ts';
import { useState } from 'react';
import { RefundSection } from '../../components/refunds/refund-section.tsx';
import { useApi } from '../../kernel/api/query.ts';
import { WaitingState } from '../../ui/feedback/load-state.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import { ProviderDetails } from './provider-details.tsx';
import { TransactionForm } from './transaction-form.tsx';
import { transactionsTexts } from './transactions.texts.ts';

const texts = transactionsTexts.form;

/** Shows and corrects a transaction; open while there is an id (F143). */
export function TransactionModal({ id, onClose }: { id: number | null; onClose: () => void }) {
  return (
    <FormModal opened={id !== null} title={texts.title} onClose={onClose}>
      {id !== null && <Kept key={id} id={id} onDone={onClose} />}
    </FormModal>
  );
}

function Kept({ id, onDone }: { id: number; onDone: () => void }) {
  const transaction = useApi(readTransaction, { params: { id } });
  const [isFresh, setFresh] = useState(false);
  // Cached data may be stale; the form opens with a fresh answer.
  if (!isFresh && transaction.data && !transaction.isFetching) setFresh(true);
  if (transaction.data && !isFresh) return <WaitingState text={texts.loading} />;
  return (
    <Loaded query={transaction} loading={texts.loading} failed={texts.failed}>
      {(answer) => (
        <>
          <TransactionForm transaction={answer} onDone={onDone} />
          <RefundSection transactionId={answer.id} />
          <ProviderDetails transaction={answer} />
        </>
      )}
    </Loaded>
  );
}
