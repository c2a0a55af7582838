import { createApiKey, type KeyScope, listApiKeys } from '@vialkeep/contract/api-keys.ts';
import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { DateField } from '../../ui/form/fields/date-fields.tsx';
import { PasswordField } from '../../ui/form/fields/password-field.tsx';
import { MultiSelectField, SelectField } from '../../ui/form/fields/select-field.tsx';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import { apiKeysTexts as texts } from './api-keys.texts.ts';

type Choices = {
  readonly scopes: readonly KeyScope[];
  readonly domains: readonly { readonly id: DomainId; readonly name: string }[];
};

type Props = { choices: Choices | null; onMade: (secret: string) => void; onClose: () => void };

export function MakeKey({ choices, onMade, onClose }: Props) {
  return (
    <FormModal opened={choices !== null} title={texts.make} onClose={onClose}>
      {choices && <KeyForm choices={choices} onMade={onMade} onClose={onClose} />}
    </FormModal>
  );
}

function KeyForm({ choices: { scopes, domains }, onMade, onClose }: Omit<Props, 'choices'> & { choices: Choices }) {
  const [first] = domains;
  const form = useRouteForm(createApiKey, {
    name: '',
    scopes: [],
    expires_on: inOneYear(),
    domain: first?.id,
    password_current: '',
  });
  const command = useCommand(createApiKey, { refreshes: [listApiKeys], onDone: ({ secret }) => onMade(secret) });
  return (
    <Form form={form} command={command} label={texts.make} onSubmit={(body) => command.run({ body })}>
      <Fields>
        <TextField name="name" label={texts.name} help={texts.nameHelp} autoComplete="off" maxLength={100} required />
        {domains.length > 1 && (
          <SelectField
            name="domain"
            label={texts.site}
            options={domains.map(({ id, name }) => ({ value: id, label: name }))}
            required
          />
        )}
        <MultiSelectField
          name="scopes"
          label={texts.scopes}
          help={texts.scopesHelp}
          options={scopes.map((scope) => ({ value: scope, label: texts.scopeNames[scope] }))}
          required
        />
        <DateField name="expires_on" label={texts.lastDay} help={texts.lastDayHelp} required />
        <PasswordField name="password_current" label={texts.password} autoComplete="current-password" required />
      </Fields>
      <FormActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Submit>{texts.make}</Submit>
      </FormActions>
    </Form>
  );
}

function inOneYear(): string {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() + 1);
  return day.toISOString().slice(0, 10);
}
