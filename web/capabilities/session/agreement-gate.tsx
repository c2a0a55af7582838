import { updateUser } from '@vialkeep/contract/profile.ts';
import { checkAgreement } from '@vialkeep/contract/session.ts';
import { useState } from 'react';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import { useActing } from '../../kernel/session/acting.ts';
import { storeUser, useUser } from '../../kernel/session/session.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Tick } from '../../ui/form/fields/tick.tsx';
import { ModalFrame } from '../../ui/overlays/modal-frame.tsx';
import { AgreementReader } from './agreement-reader.tsx';
import { frameTexts } from './frame.texts.ts';
import { localDateTime } from './local-date-time.ts';

const texts = frameTexts.agreement;

/** Blocks all pages until the user accepts the agreement. Only a super admin can dismiss it (F038). */
export function AgreementGate() {
  const user = useUser();
  const acting = useActing();
  const [accepted, setAccepted] = useState(false);
  const [putAside, setPutAside] = useState(false);
  const agreement = useApi(checkAgreement, { params: { userId: user.id } });
  const accept = useCommand(updateUser, { refreshes: [checkAgreement], onDone: storeUser });
  const isSuperAdmin = acting !== null && acting.kind !== 'staff_access';
  const mustAccept = agreement.data?.agreement === false && !putAside;

  if (!mustAccept) return null;
  return (
    <ModalFrame
      opened
      size="lg"
      title={texts.title}
      onCancel={isSuperAdmin ? () => setPutAside(true) : undefined}
      footer={
        <>
          {isSuperAdmin && <Button onClick={() => setPutAside(true)}>{texts.cancel}</Button>}
          <Button
            kind="primary"
            disabled={!accepted}
            busy={accept.busy}
            onClick={() =>
              void accept.run({ params: { id: user.id }, body: { check_agreement: localDateTime(new Date()) } })
            }
          >
            {texts.submit}
          </Button>
        </>
      }
    >
      <AgreementReader />
      <Tick label={texts.accept} checked={accepted} onChange={setAccepted} error={accept.refusal?.message} />
    </ModalFrame>
  );
}
