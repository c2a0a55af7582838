import { listDeliveries, resendSince, type WebhookEndpoint } from '@vialkeep/contract/webhooks.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { DateField } from '../../ui/form/fields/date-fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { webhooksTexts as texts } from './webhooks.texts.ts';

type Props = { endpoint: WebhookEndpoint; onClose: () => void };

/** Sends again what did not arrive since the start of a day. */
export function ResendMissed({ endpoint, onClose }: Props) {
  const notices = useNotices();
  const form = useRouteForm(resendSince, { since: today() });
  const command = useCommand(resendSince, {
    refreshes: [listDeliveries],
    onDone: () => {
      notices.success(texts.resending);
      onClose();
    },
  });
  return (
    <Form
      form={form}
      command={command}
      label={texts.resendTitle}
      onSubmit={({ since }) => command.run({ params: { id: endpoint.id }, body: { since } })}
    >
      <p>{texts.resendNote}</p>
      <Fields>
        <DateField name="since" label={texts.since} required />
      </Fields>
      <FormActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Submit>{texts.resendMissed}</Submit>
      </FormActions>
    </Form>
  );
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
