import { type ApiKey, listApiKeys, replaceApiKey } from '@vialkeep/contract/api-keys.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { PasswordField } from '../../ui/form/fields/password-field.tsx';
import { SelectField } from '../../ui/form/fields/select-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import { apiKeysTexts as texts } from './api-keys.texts.ts';

type Props = { apiKey: ApiKey | null; onMade: (secret: string) => void; onClose: () => void };

const overlaps = Object.entries(texts.overlaps).map(([hours, label]) => ({ value: Number(hours), label }));

export function ReplaceKey({ apiKey, onMade, onClose }: Props) {
  return (
    <FormModal opened={apiKey !== null} title={texts.replaceTitle} onClose={onClose}>
      {apiKey && <ReplaceForm apiKey={apiKey} onMade={onMade} onClose={onClose} />}
    </FormModal>
  );
}

function ReplaceForm({ apiKey, onMade, onClose }: Props & { apiKey: ApiKey }) {
  const form = useRouteForm(replaceApiKey, { overlap_hours: 24, password_current: '' });
  const command = useCommand(replaceApiKey, { refreshes: [listApiKeys], onDone: ({ secret }) => onMade(secret) });
  return (
    <Form
      form={form}
      command={command}
      label={texts.replaceTitle}
      onSubmit={(body) => command.run({ params: { id: apiKey.id }, body })}
    >
      <p>{texts.replaceNote(apiKey.name)}</p>
      <Fields>
        <SelectField name="overlap_hours" label={texts.overlap} options={overlaps} required />
        <PasswordField name="password_current" label={texts.password} autoComplete="current-password" required />
      </Fields>
      <FormActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Submit>{texts.replaceTitle}</Submit>
      </FormActions>
    </Form>
  );
}
