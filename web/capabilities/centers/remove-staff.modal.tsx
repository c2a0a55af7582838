import { listStaffOfCenter, removeStaff, type StaffMember } from '@vialkeep/contract/centers.ts';
import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { RemoveModal } from '../../ui/overlays/remove-modal.tsx';
import { centersTexts } from './centers.texts.ts';

const texts = centersTexts.staff.modal;

type Props = {
  /** The staff member to remove; null while the modal is closed. */
  member: StaffMember | null;
  centerId: UserId;
  onClose: () => void;
};

/** Asks for confirmation before it removes a staff member (F083). */
export function RemoveStaff({ member, centerId, onClose }: Props) {
  return (
    <RemoveModal
      removal={removeStaff}
      input={member && { body: { user_id: member.id, hc_id: centerId } }}
      list={listStaffOfCenter}
      texts={{ title: texts.title, confirm: texts.confirm, cancel: texts.cancel }}
      facts={member ? [[texts.user, `#${member.id} ${member.first_name} ${member.last_name}`]] : []}
      told={({ message }) => message}
      onClose={onClose}
    >
      {texts.question}
    </RemoveModal>
  );
}
