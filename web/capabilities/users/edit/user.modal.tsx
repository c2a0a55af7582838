import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { readUserDetails } from '@vialkeep/contract/users.ts';
import { useState } from 'react';
import { useApi } from '../../../kernel/api/query.ts';
import { WaitingState } from '../../../ui/feedback/load-state.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { FormModal } from '../../../ui/overlays/form-modal.tsx';
import { usersTexts } from '../users.texts.ts';
import { UserForm } from './user-form.tsx';
import { UserView } from './user-view.tsx';

const texts = usersTexts.details;

/** F135: a user to edit, or to look at where that is all one may. Open while there is an id. */
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
  // What was read at an earlier visit may be old; the form starts with what is true now.
  if (!isFresh && details.data && !details.isFetching) setFresh(true);
  if (details.data && !isFresh) return <WaitingState text={texts.loading} />;
  return (
    <Loaded query={details} loading={texts.loading} failed={texts.failed}>
      {(user) => (user.may.includes('edit') ? <UserForm details={user} onDone={onDone} /> : <UserView user={user} />)}
    </Loaded>
  );
}
