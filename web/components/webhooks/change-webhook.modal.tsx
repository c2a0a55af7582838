import { listWebhooks, updateWebhook, type WebhookEndpoint } from '@vialkeep/contract/webhooks.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import { WebhookFields } from './webhook-fields.tsx';
import { webhooksTexts as texts } from './webhooks.texts.ts';

type Props = { endpoint: WebhookEndpoint | null; onChanged: (url: string) => void; onClose: () => void };

export function ChangeWebhook({ endpoint, onChanged, onClose }: Props) {
  return (
    <FormModal opened={endpoint !== null} title={texts.changeTitle} onClose={onClose}>
      {endpoint && <ChangeForm endpoint={endpoint} onChanged={onChanged} onClose={onClose} />}
    </FormModal>
  );
}

function ChangeForm({ endpoint, onChanged, onClose }: Props & { endpoint: WebhookEndpoint }) {
  const { url, description, types } = endpoint;
  const form = useRouteForm(updateWebhook, { url, description, types });
  const command = useCommand(updateWebhook, { refreshes: [listWebhooks], onDone: () => onChanged(url) });
  return (
    <Form
      form={form}
      command={command}
      label={texts.changeTitle}
      onSubmit={(body) => command.run({ params: { id: endpoint.id }, body })}
    >
      <WebhookFields />
      <FormActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Submit>{texts.save}</Submit>
      </FormActions>
    </Form>
  );
}
