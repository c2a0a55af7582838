import { disputeCommissionLine, listOwnCommissions, type OwnCommissionLine } from '@vialkeep/contract/commissions.ts';
import { useState } from 'react';
import { useCommand } from '../../../kernel/api/query.ts';
import { Facts } from '../../../ui/display/facts.tsx';
import { useNotices } from '../../../ui/feedback/notices.ts';
import { TextAreaField } from '../../../ui/form/fields/text-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../../ui/overlays/form-modal.tsx';
import classes from '../commissions.module.css';
import { MessageForm } from '../message.form.tsx';
import { QuestionThread } from '../question-thread.tsx';
import { myCommissionsTexts } from './my-commissions.texts.ts';
import { formatSale } from './own-lines.columns.tsx';

const texts = myCommissionsTexts.ask;

type Props = { line: OwnCommissionLine | null; onClose: () => void };

/** The question about a line: its messages, and a form for the next one. */
export function AskModal({ line, onClose }: Props) {
  // Shown on the page, because the bar of the modal closes with it.
  const notices = useNotices();
  const close = () => {
    onClose();
    notices.success(texts.sent);
  };
  return (
    <FormModal opened={line !== null} title={texts.title} onClose={onClose}>
      {line && <Question key={line.id} line={line} onAsked={close} />}
    </FormModal>
  );
}

type QuestionProps = { line: OwnCommissionLine; onAsked: () => void };

function Question({ line, onAsked }: QuestionProps) {
  const [dispute, setDispute] = useState(line.dispute);
  return (
    <div className={classes.parts}>
      <Facts
        facts={[
          [texts.line, line.words],
          [texts.reckoned, line.arithmetic],
          [texts.sale, formatSale(line)],
        ]}
      />
      {dispute && <QuestionThread dispute={dispute} names={texts.names} />}
      {dispute && dispute.state !== 'open' && <p className={classes.lead}>{texts.outcomes[dispute.state]}</p>}
      {dispute?.state === 'open' && (
        <MessageForm dispute={dispute} texts={texts.reply} refreshes={[listOwnCommissions]} onSent={setDispute} />
      )}
      {line.may.includes('ask') && <AskForm line={line} onAsked={onAsked} />}
    </div>
  );
}

function AskForm({ line, onAsked }: QuestionProps) {
  const form = useRouteForm(disputeCommissionLine, { text: '' });
  const command = useCommand(disputeCommissionLine, { refreshes: [listOwnCommissions], onDone: onAsked });
  return (
    <Form
      form={form}
      command={command}
      label={texts.title}
      onSubmit={(body) => command.run({ params: { id: line.id }, body })}
    >
      <Fields>
        <TextAreaField name="text" label={texts.text} help={texts.lead} rows={3} maxLength={2_000} required />
      </Fields>
      <FormActions>
        <Submit>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}
