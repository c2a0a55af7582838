import { type CommissionLine, closeCommissionDispute, listCommissionLines } from '@vialkeep/contract/commissions.ts';
import { readWaiting } from '@vialkeep/contract/waiting.ts';
import { useState } from 'react';
import { useCommand } from '../../../kernel/api/query.ts';
import { Facts } from '../../../ui/display/facts.tsx';
import { formatDollars } from '../../../ui/display/formats.ts';
import { useNotices } from '../../../ui/feedback/notices.ts';
import { MoneyField } from '../../../ui/form/fields/number-field.tsx';
import { SelectField } from '../../../ui/form/fields/select-field.tsx';
import { TextAreaField } from '../../../ui/form/fields/text-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../../ui/overlays/form-modal.tsx';
import classes from '../commissions.module.css';
import { MessageForm } from '../message.form.tsx';
import { QuestionThread } from '../question-thread.tsx';
import { ClosingValues } from './closing-values.ts';
import { linesTexts } from './lines.texts.ts';

const texts = linesTexts.questions;
const LEAST = -1_000_000;
const outcomes = (['kept', 'adjusted'] as const).map((value) => ({ value, label: texts.outcomes[value] }));

type Props = { line: CommissionLine | null; onClose: () => void };

/** The messages about a line; while the question is open, a reply and its end. */
export function QuestionModal({ line, onClose }: Props) {
  // Shown on the page, because the bar of the modal closes with it.
  const notices = useNotices();
  const close = () => {
    onClose();
    notices.success(texts.closed);
  };
  return (
    <FormModal opened={line !== null} title={texts.modalTitle} onClose={onClose}>
      {line?.dispute && <Question key={line.id} line={line} opened={line.dispute} onClosed={close} />}
    </FormModal>
  );
}

type Dispute = NonNullable<CommissionLine['dispute']>;
type QuestionProps = { line: CommissionLine; opened: Dispute; onClosed: () => void };

function Question({ line, opened, onClosed }: QuestionProps) {
  const [dispute, setDispute] = useState(opened);
  return (
    <div className={classes.parts}>
      <Facts
        facts={[
          [linesTexts.person, line.person.name],
          [linesTexts.what, line.words],
          [linesTexts.amount, line.arithmetic],
          [linesTexts.sale, line.transaction_id === null ? null : linesTexts.transactionNumber(line.transaction_id)],
        ]}
      />
      <QuestionThread dispute={dispute} names={{ payee: line.person.name, administrator: texts.administrator }} />
      {dispute.state === 'open' ? (
        <>
          <MessageForm dispute={dispute} texts={texts} refreshes={[listCommissionLines]} onSent={setDispute} />
          <section>
            <h3 className={classes.heading}>{texts.closing}</h3>
            <ClosingForm dispute={dispute} amount={line.amount} onClosed={onClosed} />
          </section>
        </>
      ) : (
        <p className={classes.lead}>{texts.outcomes[dispute.state]}</p>
      )}
    </div>
  );
}

type ClosingProps = { dispute: Dispute; amount: number; onClosed: () => void };

function ClosingForm({ dispute, amount, onClosed }: ClosingProps) {
  const form = useSchemaForm(ClosingValues, { outcome: 'kept', amount: null, text: '' });
  const command = useCommand(closeCommissionDispute, {
    refreshes: [listCommissionLines, readWaiting],
    onDone: onClosed,
  });
  const isAdjusted = form.getValues().outcome === 'adjusted';
  return (
    <Form
      form={form}
      command={command}
      label={texts.closing}
      onSubmit={({ outcome, amount: by, text }) =>
        command.run({
          params: { id: dispute.id },
          body: { outcome, text, ...(outcome === 'adjusted' && by !== null && { amount: by }) },
        })
      }
    >
      <Fields>
        <SelectField name="outcome" label={texts.outcome} options={outcomes} required />
        {isAdjusted && (
          <MoneyField
            name="amount"
            label={texts.amount}
            help={texts.amountHelp(formatDollars(amount))}
            min={LEAST}
            required
          />
        )}
        <TextAreaField name="text" label={texts.answerText} rows={2} maxLength={1_000} required />
      </Fields>
      <FormActions>
        <Submit>{texts.close}</Submit>
      </FormActions>
    </Form>
  );
}
