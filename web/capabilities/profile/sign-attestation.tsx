import { signLinkForAttestation } from '@vialkeep/contract/documents.ts';
import { getUser, isNamed, type ShownUser } from '@vialkeep/contract/profile.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import { useSigningModal } from '../../components/signing/use-signing-modal.tsx';
import { call } from '../../kernel/api/api.ts';
import { refresh } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { profileTexts } from './profile.texts.ts';

const texts = profileTexts.profile;

/**
 * The button is shown while the user has no template id. The modal stays open after it disappears, because the user
 * still reads that the pop-up can be closed (F034).
 */
export function SignAttestation({ user: { id, may } }: { user: ShownUser }) {
  const signing = useSigningModal({
    documents: [
      {
        key: 'attestation',
        title: texts.attestation,
        signed: false,
        ask: () => call(signLinkForAttestation, { body: { userId: id } }),
        isSigned: async () => {
          const user = await call(getUser, { params: { id } });
          return isNamed(user) && user.template_id !== null;
        },
      },
    ],
    onChanged: () => void refresh([getUser, currentSession]),
  });
  return (
    <>
      {may.includes('sign_attestation') && (
        <Button busy={signing.asking !== null} onClick={() => signing.begin('attestation')}>
          {texts.signAttestation}
        </Button>
      )}
      {signing.modal}
    </>
  );
}
