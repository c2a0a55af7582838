import { IconBuildingHospital, IconUserHeart } from '@tabler/icons-react';
import { readInvitingCenter, readInvitingRep } from '@vialkeep/contract/sign-up.ts';
import type { ReactNode } from 'react';
import { useApi } from '../../kernel/api/query.ts';
import { WarningNote } from '../../ui/feedback/warning-note.tsx';
import classes from './invitation.module.css';
import { isId } from './linked-ids.ts';
import { signUpTexts } from './sign-up.texts.ts';

const texts = signUpTexts.invitation;

/** Shows the inviter above the form. */
export function Invitation({ children }: { children: ReactNode }) {
  return <div className={classes.invitations}>{children}</div>;
}

/** The name of the rep whose link was opened. A link without a valid rep still opens the page (U-44). */
export function InvitedByRep({ id }: { id: string }) {
  const rep = useApi(readInvitingRep, { params: { id } }, { enabled: isId(id) });
  if (rep.data) return <Inviter icon={<IconUserHeart />} how={texts.by} name={rep.data.name} what={texts.rep} />;
  return rep.isError || !isId(id) ? <WarningNote>{texts.unknown}</WarningNote> : null;
}

export function InvitingCenter({ id, how = texts.by }: { id: string; how?: string }) {
  const center = useInvitingCenter(id);
  if (center.data) {
    return <Inviter icon={<IconBuildingHospital />} how={how} name={center.data.company} what={texts.center} />;
  }
  return center.isError || !isId(id) ? <WarningNote>{texts.unknown}</WarningNote> : null;
}

export function useInvitingCenter(id: string | undefined) {
  return useApi(readInvitingCenter, { params: { id: id ?? '' } }, { enabled: isId(id) });
}

type InviterProps = { icon: ReactNode; how: string; name: string; what: string };

function Inviter({ icon, how, name, what }: InviterProps) {
  return (
    <p className={classes.inviter}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <span>
        {how} <strong>{name}</strong>, {what}
      </span>
    </p>
  );
}
