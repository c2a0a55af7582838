import { Text } from '@mantine/core';
import { NewPassword } from '@vialkeep/contract/kernel/text.ts';
import { updatePassword } from '@vialkeep/contract/profile.ts';
import type { ListedUser } from '@vialkeep/contract/users.ts';
import { z } from 'zod';
import { useCommand } from '../../../kernel/api/query.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { formatPersonName } from '../../../ui/display/formats.ts';
import { PasswordField } from '../../../ui/form/fields/password-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../../ui/overlays/form-modal.tsx';
import { usersTexts } from '../users.texts.ts';

const texts = usersTexts.password;

const Change = z.object({ new_password_change: NewPassword });

type Props = {
  user: ListedUser | null;
  onClose: () => void;
  /** Receives the server's message, and whether the password was changed. */
  onAnswered: (message: string, isDone: boolean) => void;
};

export function ChangePasswordModal({ user, onClose, onAnswered }: Props) {
  return (
    <FormModal opened={user !== null} title={texts.title} size="sm" onClose={onClose}>
      {user && <ChangePasswordForm user={user} onClose={onClose} onAnswered={onAnswered} />}
    </FormModal>
  );
}

function ChangePasswordForm({ user, onClose, onAnswered }: Props & { user: ListedUser }) {
  const form = useSchemaForm(Change, { new_password_change: '' });
  const command = useCommand(updatePassword, {
    onDone: ({ message }) => onAnswered(message, true),
    onRefused: ({ message }) => onAnswered(message, false),
  });
  return (
    <Form
      form={form}
      command={command}
      label={texts.title}
      quiet
      onSubmit={(change) => command.run({ params: { id: user.id }, body: { user_id: user.id, ...change } })}
    >
      <Fields>
        <Facts
          facts={[
            [texts.id, `#${user.id}`],
            [texts.name, formatPersonName(user)],
            [texts.membership, user.subscription_name],
          ]}
        />
        <PasswordField
          name="new_password_change"
          label={texts.field}
          autoComplete="new-password"
          withStrength
          required
        />
        <Text size="sm">{texts.effect}</Text>
      </Fields>
      <FormActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Submit>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}
