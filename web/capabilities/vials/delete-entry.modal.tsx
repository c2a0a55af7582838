import type { deleteVialEntry, VialEntry } from '@vialkeep/contract/vials.ts';
import type { Command } from '../../kernel/api/query.ts';
import { formatCount, formatDay } from '../../ui/display/formats.ts';
import { ConfirmModal } from '../../ui/overlays/confirm-modal.tsx';
import { vialsTexts } from './vials.texts.ts';

const texts = vialsTexts.remove;

type Props = { entry: VialEntry | null; command: Command<typeof deleteVialEntry>; onClose: () => void };

/** Asks for confirmation and shows a refusal; open while there is an entry (F065). */
export function DeleteEntry({ entry, command, onClose }: Props) {
  if (!entry) return null;
  return (
    <ConfirmModal
      opened
      danger
      title={texts.title}
      confirm={texts.confirm}
      cancel={texts.cancel}
      busy={command.busy}
      failure={command.refusal}
      facts={[
        [vialsTexts.quantity, formatCount(entry.quantity)],
        [vialsTexts.date, formatDay(entry.date)],
        [vialsTexts.tracking, entry.tracking_id],
        [vialsTexts.note, entry.note],
      ]}
      onConfirm={() => void command.run({ params: { id: entry.id } })}
      onCancel={() => {
        command.reset();
        onClose();
      }}
    >
      {texts.question[entry.type]} {texts.consequence}
    </ConfirmModal>
  );
}
