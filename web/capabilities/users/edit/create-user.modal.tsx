import { useState } from 'react';
import { Wizard } from '../../../ui/layout/wizard.tsx';
import { FormModal } from '../../../ui/overlays/form-modal.tsx';
import { usersTexts } from '../users.texts.ts';
import { type CreatablePlan, MembershipCards, membershipNames } from './membership-cards.tsx';
import { NewUserForm } from './new-user-form.tsx';

const texts = usersTexts.create;

/** Asks for the membership first, then for the user's details (F134). */
export function CreateUserModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <FormModal opened={opened} title={texts.title} onClose={onClose}>
      {opened && <CreateUser onDone={onClose} />}
    </FormModal>
  );
}

function CreateUser({ onDone }: { onDone: () => void }) {
  const [plan, setPlan] = useState<CreatablePlan | null>(null);
  return (
    <Wizard
      label={texts.title}
      at={plan === null ? 0 : 1}
      // The only other step is back, which clears the choice.
      onStep={() => setPlan(null)}
      steps={[
        { name: texts.stepType, title: texts.choose, content: <MembershipCards onChoose={setPlan} /> },
        {
          name: texts.stepDetails,
          title: plan === null ? '' : texts.heading(membershipNames[plan]),
          content: plan !== null && <NewUserForm key={plan} plan={plan} onDone={onDone} />,
        },
      ]}
    />
  );
}
