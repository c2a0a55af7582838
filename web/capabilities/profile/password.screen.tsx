import { OwnPasswordChange, PASSWORDS_DIFFER, updatePassword } from '@vialkeep/contract/profile.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import { useState } from 'react';
import { useCommand } from '../../kernel/api/query.ts';
import { useCurrentSession } from '../../kernel/session/current-session.ts';
import { useUser } from '../../kernel/session/session.ts';
import { PasswordField } from '../../ui/form/fields/password-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { MessageModal } from '../../ui/overlays/message-modal.tsx';
import { profileTexts } from './profile.texts.ts';

const texts = profileTexts.password;
const empty = { password_current: '', password_new: '', password_confirmation: '' };

export function PasswordScreen() {
  const { id } = useUser();
  const session = useCurrentSession();
  const first = session?.hold?.why === 'password_set_by_other' ? texts.typed : texts.mustChange;
  const [result, setResult] = useState<string | null>(null);
  const form = useSchemaForm(OwnPasswordChange, empty);
  const command = useCommand(updatePassword, {
    refreshes: [currentSession],
    onRefused: (failure) => setResult(failure.message),
    onDone: ({ message }) => {
      setResult(message);
      form.setValues(empty);
    },
  });

  return (
    <Screen title={texts.title} status={session?.must_change_password ? first : undefined}>
      <Card narrow>
        <Form
          form={form}
          command={command}
          quiet
          label={texts.title}
          onSubmit={async (body) => {
            if (body.password_new === body.password_confirmation) return command.run({ params: { id }, body });
            setResult(PASSWORDS_DIFFER);
            return null;
          }}
        >
          <Fields>
            <PasswordField name="password_current" label={texts.current} autoComplete="current-password" required />
            <PasswordField name="password_new" label={texts.next} autoComplete="new-password" withStrength required />
            <PasswordField
              name="password_confirmation"
              label={texts.confirmation}
              autoComplete="new-password"
              required
            />
          </Fields>
          <FormActions>
            <Submit>{texts.submit}</Submit>
          </FormActions>
        </Form>
      </Card>
      <MessageModal opened={result !== null} title={texts.title} close={texts.close} onClose={() => setResult(null)}>
        {result}
      </MessageModal>
    </Screen>
  );
}
