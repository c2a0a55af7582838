import { Link } from '@tanstack/react-router';
import { Plan } from '@vialkeep/contract/plans.ts';
import type { ListedUser } from '@vialkeep/contract/users.ts';
import { AttestationLink } from '../../../components/account/attestation-link.tsx';
import { StageMark } from '../../../components/sample/stage-track.tsx';
import { CellBadge, type CellLine, CellLines, CellNothing, TallCell } from '../../../ui/display/cell-lines.tsx';
import { DocumentLink } from '../../../ui/display/document-link.tsx';
import { DocumentState } from '../../../ui/display/document-state.tsx';
import { formatEmail, formatPersonName } from '../../../ui/display/formats.ts';
import { StatusPill } from '../../../ui/display/status-pill.tsx';
import { accountLines } from '../account-lines.ts';
import { formatUserAddress } from '../user-labels.ts';
import classes from '../users.module.css';
import { usersTexts } from '../users.texts.ts';
import { detailsLink } from './details-address.ts';

const information = usersTexts.information;
const account = usersTexts.account;
const documents = usersTexts.documents;

export function UserInformation({ user }: { user: ListedUser }) {
  return (
    <TallCell>
      <Link {...detailsLink(user.id)} className={classes.name} data-row-link>
        {`#${user.id} - ${formatPersonName(user)}`}
      </Link>
      <CellLines lines={informationLines(user).map(([label, value]) => [label, value || usersTexts.none])} />
      <CellBadge label={information.type} aside={user.domain.name}>
        {user.subscription_name || information.unknownType}
      </CellBadge>
      {user.awaits_review && (
        <div>
          <ReviewPill />
        </div>
      )}
    </TallCell>
  );
}

/** The account may not write to other people until an administrator has reviewed it. */
export function ReviewPill() {
  return <StatusPill tone="waiting">{information.awaitsReview}</StatusPill>;
}

function informationLines(user: ListedUser): CellLine[] {
  const isClinic = user.subscription === Plan.harvestCenter || user.subscription === Plan.referralCenter;
  return [
    [information.email, formatEmail(user.email)],
    ...(isClinic ? [[information.company, user.company] as const] : []),
    [information.phone, unbroken(user.phone_number)],
    [information.address, formatUserAddress(user)],
    ...(user.subscription === Plan.generalMember ? [[information.labId, user.processing?.lab_id ?? ''] as const] : []),
  ];
}

/** Only completed documents link to a file. A center shows its signed attestation. */
export function UserDocuments({ user }: { user: ListedUser }) {
  if (user.documents.length === 0) {
    return user.subscription === Plan.harvestCenter && user.template_id ? (
      <AttestationLink centerId={user.id}>{documents.attestation}</AttestationLink>
    ) : (
      <CellNothing>{documents.none}</CellNothing>
    );
  }
  return (
    <ul className={classes.documents}>
      {user.documents.map(({ document_id, name, status, has_supplement }) => (
        <li key={`${document_id} ${name}`}>
          {status === 'Completed' ? (
            <DocumentLink document={{ document_id, status, has_supplement }}>{name || status}</DocumentLink>
          ) : (
            <DocumentState document={{ name, status }} />
          )}
        </li>
      ))}
    </ul>
  );
}

export function AccountDetails({ user, today }: { user: ListedUser; today: string }) {
  const lines = accountLines(user);
  return (
    <TallCell>
      {user.subscription === Plan.generalMember && user.processing && (
        <StageMark patient={user.processing} today={today} />
      )}
      {lines.length === 0 && <CellNothing>{account.none}</CellNothing>}
      <CellLines lines={[...lines, [account.domain, user.domain.name]]} inColumns />
    </TallCell>
  );
}

/** Non-breaking, so that the number stays on one line. */
function unbroken(number: string): string {
  return number.replaceAll(' ', '\u00a0');
}
