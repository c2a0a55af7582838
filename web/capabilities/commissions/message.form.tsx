import { addDisputeMessage, type CommissionLine } from '@vialkeep/contract/commissions.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { TextAreaField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';

type Dispute = NonNullable<CommissionLine['dispute']>;

type Props = {
  dispute: Dispute;
  texts: { reply: string; send: string; sent: string };
  refreshes: readonly Route[];
  onSent: (dispute: Dispute) => void;
};

/** One more message about a line. */
export function MessageForm({ dispute, texts, refreshes, onSent }: Props) {
  const notices = useNotices();
  const form = useRouteForm(addDisputeMessage, { text: '' });
  const command = useCommand(addDisputeMessage, {
    refreshes,
    onDone: (answer) => {
      onSent(answer);
      form.reset();
      notices.success(texts.sent);
    },
  });
  return (
    <Form
      form={form}
      command={command}
      label={texts.reply}
      onSubmit={(body) => command.run({ params: { id: dispute.id }, body })}
    >
      <Fields>
        <TextAreaField name="text" label={texts.reply} rows={2} maxLength={2_000} required />
      </Fields>
      <FormActions>
        <Submit>{texts.send}</Submit>
      </FormActions>
    </Form>
  );
}
