import { type Refund, type RefundOptions, readRefundOptions } from '@vialkeep/contract/refunds.ts';
import { useState } from 'react';
import { useApi } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { formatDateTime, formatDollars } from '../../ui/display/formats.ts';
import { StatusPill } from '../../ui/display/status-pill.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { RefundForm } from './refund-form.tsx';
import { refundStates } from './refund-labels.ts';
import classes from './refunds.module.css';
import { refundsTexts as texts } from './refunds.texts.ts';

/** The refunds of a transaction, and the way to another one. */
export function RefundSection({ transactionId }: { transactionId: number }) {
  const options = useApi(readRefundOptions, { params: { id: transactionId } });
  return (
    <section className={classes.section} aria-label={texts.title}>
      <h3 className={classes.title}>{texts.title}</h3>
      <Loaded query={options} loading={texts.loading} failed={texts.failed}>
        {(answer) => <Refunds transactionId={transactionId} options={answer} onReread={() => void options.refetch()} />}
      </Loaded>
    </section>
  );
}

type Props = { transactionId: number; options: RefundOptions; onReread: () => void };

function Refunds({ transactionId, options, onReread }: Props) {
  const [isOpen, setOpen] = useState(false);
  const notices = useNotices();
  // An answer may have been lost: the list then has a refund that this page does not know of.
  const close = () => {
    setOpen(false);
    onReread();
  };
  const tell = (refund: Refund) => {
    setOpen(false);
    if (refund.state === 'failed') notices.error(refund.words);
    else notices.success(refund.words);
  };
  return (
    <>
      {options.refunds.length === 0 ? <p>{texts.none}</p> : <RefundList refunds={options.refunds} />}
      {isOpen && options.may.includes('refund') && (
        <RefundForm transactionId={transactionId} options={options} onDone={tell} onCancel={close} />
      )}
      {!isOpen && options.may.includes('refund') && (
        <Button size="xs" onClick={() => setOpen(true)}>
          {texts.open}
        </Button>
      )}
    </>
  );
}

function RefundList({ refunds }: { refunds: readonly Refund[] }) {
  return (
    <ul className={classes.list}>
      {refunds.map(({ id, amount, state, words, note, requested_by, requested_at }) => (
        <li key={id} className={classes.refund}>
          <span className={classes.head}>
            <strong>{formatDollars(amount)}</strong>
            <StatusPill tone={refundStates[state].tone}>{refundStates[state].text}</StatusPill>
          </span>
          <span>{words}</span>
          <span className={classes.second}>
            {note} · {requested_by}, <time dateTime={requested_at}>{formatDateTime(requested_at)}</time>
          </span>
        </li>
      ))}
    </ul>
  );
}
