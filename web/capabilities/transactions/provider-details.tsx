import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import { readProviderDetails, type TransactionDetail } from '@vialkeep/contract/transactions.ts';
import { useState } from 'react';
import { useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { StatusPill } from '../../ui/display/status-pill.tsx';
import { WarningNote } from '../../ui/feedback/warning-note.tsx';
import classes from './transactions.module.css';
import { transactionsTexts } from './transactions.texts.ts';

const texts = transactionsTexts.provider;

type Details = Answer<typeof readProviderDetails>;

/** Shows the provider's data as text only (F144, S-39). */
export function ProviderDetails({ transaction }: { transaction: TransactionDetail }) {
  const [details, setDetails] = useState<Details | null>(null);
  const fetching = useCommand(readProviderDetails, { onDone: setDetails });
  const hasCharge = transaction.transaction_id !== null;
  const ask = () => {
    setDetails(null);
    void fetching.run({ params: { id: transaction.id } });
  };

  return (
    <section className={classes.provider} aria-label={texts.title}>
      <h3 className={classes.providerTitle}>{texts.title}</h3>
      {/* A permanent reason, not an error. */}
      {!hasCharge && <WarningNote>{texts.nothingCharged}</WarningNote>}
      <Button size="xs" busy={fetching.busy} busyText={texts.fetching} disabled={!hasCharge} onClick={ask}>
        {texts.fetch}
      </Button>
      <div role="status">
        {fetching.busy && <p>{texts.loading}</p>}
        {!fetching.busy && fetching.refusal && <WarningNote>{fetching.refusal.message || texts.failed}</WarningNote>}
        {details && <Told details={details} />}
      </div>
    </section>
  );
}

function Told({ details }: { details: Details }) {
  return (
    <>
      {details.transaction_id ? (
        <p>
          <StatusPill tone="done">{texts.found(details.transaction_id)}</StatusPill>
        </p>
      ) : (
        <WarningNote>{texts.withoutId}</WarningNote>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <pre className={classes.json} tabIndex={0} aria-label={texts.details}>
        {JSON.stringify(details, null, 2)}
      </pre>
    </>
  );
}
