import { listHarvestCenters } from '@vialkeep/contract/centers.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { createHarvestCenter, QuickHarvestCenter } from '@vialkeep/contract/sign-up.ts';
import { listUsers } from '@vialkeep/contract/users.ts';
import { useState } from 'react';
import { useCommand } from '../../kernel/api/query.ts';
import { useMay } from '../../kernel/session/current-session.ts';
import { Button } from '../../ui/actions/button.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { EmailField, TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import { centersTexts } from './centers.texts.ts';

const texts = centersTexts.add;

/** The button and the form that it opens (F055). */
export function AddHarvestCenter() {
  const mayCreate = useMay('centers.create');
  const [opened, setOpened] = useState(false);
  if (!mayCreate) return null;
  return (
    <>
      <Button onClick={() => setOpened(true)}>{texts.title}</Button>
      <FormModal opened={opened} title={texts.title} onClose={() => setOpened(false)}>
        {opened && <HarvestCenterForm onDone={() => setOpened(false)} />}
      </FormModal>
    </>
  );
}

function HarvestCenterForm({ onDone }: { onDone: () => void }) {
  const notices = useNotices();
  const [isCreated, setCreated] = useState(false);
  const form = useSchemaForm(QuickHarvestCenter, { email: '', first_name: '', last_name: '', company: '' });
  const command = useCommand(createHarvestCenter, {
    refreshes: [listUsers, listHarvestCenters],
    onDone: ({ message }) => {
      setCreated(true);
      notices.success(message, { onSucceeded: onDone });
    },
  });

  return (
    <Form
      form={form}
      command={command}
      label={texts.title}
      onSubmit={(center) => command.run({ body: { ...center, subscription: Plan.harvestCenter } })}
    >
      <Fields>
        <EmailField
          name="email"
          label={texts.email}
          placeholder={texts.emailPlaceholder}
          autoComplete="off"
          autoFocus
          required
        />
        <TextField name="first_name" label={texts.firstName} autoComplete="off" required />
        <TextField name="last_name" label={texts.lastName} autoComplete="off" required />
        <TextField name="company" label={texts.company} autoComplete="off" required />
      </Fields>
      <FormActions>
        <Submit disabled={isCreated}>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}
