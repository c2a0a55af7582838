import { createWebhook, listWebhooks } from '@vialkeep/contract/webhooks.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import { WebhookFields } from './webhook-fields.tsx';
import { webhooksTexts as texts } from './webhooks.texts.ts';

type Props = { opened: boolean; onMade: (secret: string) => void; onClose: () => void };

export function MakeWebhook({ opened, ...props }: Props) {
  return (
    <FormModal opened={opened} title={texts.make} onClose={props.onClose}>
      {opened && <WebhookForm {...props} />}
    </FormModal>
  );
}

function WebhookForm({ onMade, onClose }: Omit<Props, 'opened'>) {
  const form = useRouteForm(createWebhook, { url: 'https://', description: '', types: [] });
  const command = useCommand(createWebhook, { refreshes: [listWebhooks], onDone: ({ secret }) => onMade(secret) });
  return (
    <Form form={form} command={command} label={texts.make} onSubmit={(body) => command.run({ body })}>
      <WebhookFields />
      <FormActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Submit>{texts.make}</Submit>
      </FormActions>
    </Form>
  );
}
