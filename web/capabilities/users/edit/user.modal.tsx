import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { readUserDetails } from '@vialkeep/contract/users.ts';
import { useState } from 'react';
import { useApi } from '../../../kernel/api/query.ts';
import { WaitingState } from '../../../ui/feedback/load-state.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { FormModal } from '../../../ui/overlays/form-modal.tsx';
import { usersTexts } from '../users.texts.ts';
import { BenchOfLab } from './bench-of-lab.tsx';
import { UserForm } from './user-form.tsx';
import { UserView } from './user-view.tsx';

const texts = usersTexts.details;

/** Edits a user, or shows them if the administrator cannot edit; open while there is an id (F135). */
export function UserModal({ id, onClose }: { id: UserId | null; onClose: () => void }) {
  return (
    <FormModal opened={id !== null} title={texts.title} size="lg" onClose={onClose}>
      {id !== null && <Details key={id} id={id} onDone={onClose} />}
    </FormModal>
  );
}

function Details({ id, onDone }: { id: UserId; onDone: () => void }) {
  const details = useApi(readUserDetails, { params: { id } });
  const [isFresh, setFresh] = useState(false);
  // Cached data may be stale; the form opens with a fresh answer.
  if (!isFresh && details.data && !details.isFetching) setFresh(true);
  if (details.data && !isFresh) return <WaitingState text={texts.loading} />;
  return (
    <Loaded query={details} loading={texts.loading} failed={texts.failed}>
      {(user) => (
        <>
          {user.subscription.id === Plan.lab && <BenchOfLab labId={id} />}
          {user.may.includes('edit') ? <UserForm details={user} onDone={onDone} /> : <UserView user={user} />}
        </>
      )}
    </Loaded>
  );
}
