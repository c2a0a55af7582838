import { deleteLocation, type Location, listLocations } from '@vialkeep/contract/locations.ts';
import { useState } from 'react';
import { Refused } from '../../kernel/api/failure.ts';
import { refresh, useCommand } from '../../kernel/api/query.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { ConfirmModal } from '../../ui/overlays/confirm-modal.tsx';
import { MessageModal } from '../../ui/overlays/message-modal.tsx';
import { cardLines, formatLocationName } from './address-lines.ts';
import { locationsTexts } from './locations.texts.ts';

const texts = locationsTexts.remove;

type Props = {
  /** The location to delete; null while the modal is closed. */
  location: Location | null;
  all: readonly Location[];
  onClose: () => void;
};

/** Asks for confirmation, or shows why the location cannot be deleted (F088). */
export function DeleteLocation({ location, all, onClose }: Props) {
  const notices = useNotices();
  const [refusal, setRefusal] = useState<string | null>(null);
  const command = useCommand(deleteLocation, {
    refreshes: [listLocations],
    onDone: () => {
      onClose();
      notices.success(texts.deleted);
    },
    // Another tab may have changed the list; the server's answer counts.
    onRefused: (failure) => {
      if (failure instanceof Refused && failure.reason in deleteLocation.refusals) setRefusal(failure.message);
      void refresh([listLocations]);
    },
  });
  const why = refusal ?? (location && whyNot(location, all));

  function close() {
    setRefusal(null);
    command.reset();
    onClose();
  }

  return (
    <>
      <MessageModal opened={location !== null && why !== null} title={texts.notAllowed} onClose={close}>
        {why}
      </MessageModal>
      <ConfirmModal
        opened={location !== null && why === null}
        title={texts.title}
        confirm={texts.confirm}
        danger
        busy={command.busy}
        failure={command.refusal}
        facts={
          location
            ? [
                [texts.location, formatLocationName(location)],
                [texts.address, cardLines(location).join(', ')],
              ]
            : []
        }
        onConfirm={() => location && void command.run({ params: { id: location.id } })}
        onCancel={close}
      >
        {texts.question}
      </ConfirmModal>
    </>
  );
}

/** The last location is checked first. The texts equal the server's refusals (C-32). */
function whyNot(location: Location, all: readonly Location[]): string | null {
  // The location is already deleted, so the remaining list does not apply to it.
  if (!all.some(({ id }) => id === location.id)) return null;
  const { only_location, default_location } = deleteLocation.refusals;
  if (all.length === 1) return only_location.message;
  return location.default ? default_location.message : null;
}
