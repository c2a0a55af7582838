import { resetFactors } from '@vialkeep/contract/factors.ts';
import { REASON_MAX } from '@vialkeep/contract/session.ts';
import type { ListedUser } from '@vialkeep/contract/users.ts';
import { useCommand } from '../../../kernel/api/query.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { formatPersonName } from '../../../ui/display/formats.ts';
import { TextField } from '../../../ui/form/fields/text-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../../ui/overlays/form-modal.tsx';
import { usersTexts } from '../users.texts.ts';

const texts = usersTexts.resetFactors;

type Props = { user: ListedUser | null; onClose: () => void; onDone: (message: string) => void };

/** For a person who lost every second factor: an administrator removes them, with a reason. */
export function ResetFactorsModal({ user, onClose, onDone }: Props) {
  return (
    <FormModal opened={user !== null} title={texts.title} size="sm" onClose={onClose}>
      {user && <ResetFactorsForm user={user} onClose={onClose} onDone={onDone} />}
    </FormModal>
  );
}

function ResetFactorsForm({ user, onClose, onDone }: Props & { user: ListedUser }) {
  const form = useRouteForm(resetFactors, { reason: '' });
  const command = useCommand(resetFactors, { onDone: ({ message }) => onDone(message) });
  return (
    <Form
      form={form}
      command={command}
      label={texts.title}
      onSubmit={(body) => command.run({ params: { id: user.id }, body })}
    >
      <Fields>
        <p>{texts.effect}</p>
        <Facts
          facts={[
            [texts.name, `#${user.id} - ${formatPersonName(user)}`],
            [texts.membership, user.subscription_name],
          ]}
        />
        <TextField
          name="reason"
          label={texts.reason}
          help={texts.reasonHelp}
          maxLength={REASON_MAX}
          autoComplete="off"
          autoFocus
          required
        />
      </Fields>
      <FormActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Submit danger>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}
