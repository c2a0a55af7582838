import type { listRepsOfManager, removeRepFromTeam, TeamMember } from '@vialkeep/contract/sales-teams.ts';
import { formatPersonName } from '../../ui/display/formats.ts';
import { RemoveModal } from '../../ui/overlays/remove-modal.tsx';
import { salesTeamsTexts } from './sales-teams.texts.ts';

const texts = salesTeamsTexts.team;

type Props = {
  /** The member to remove; null while the modal is closed. */
  member: TeamMember | null;
  list: typeof listRepsOfManager;
  removal: typeof removeRepFromTeam;
  question: string;
  onClose: () => void;
};

/** Asks for confirmation before it removes a team member (F130). */
export function RemoveMember({ member, list, removal, question, onClose }: Props) {
  return (
    <RemoveModal
      removal={removal}
      input={member && { params: { id: member.id } }}
      list={list}
      texts={{ title: texts.modal.title, confirm: texts.modal.remove, cancel: texts.modal.close }}
      facts={member ? [[texts.modal.user, texts.nameOf(member.id, formatPersonName(member))]] : []}
      told={({ message }) => message}
      onClose={onClose}
    >
      {question}
    </RemoveModal>
  );
}
