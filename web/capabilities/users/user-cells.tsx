import { Link } from '@tanstack/react-router';
import type { ListedUser } from '@vialkeep/contract/users.ts';
import { OutsideLink } from '../../ui/link.tsx';
import { StageMark } from '../../ui/stage-track.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { accountLines } from './account-lines.ts';
import { detailsLink } from './details-address.ts';
import { addressOf, nameOf } from './user-words.ts';
import classes from './users.module.css';
import { usersTexts } from './users.texts.ts';

const information = usersTexts.information;
const account = usersTexts.account;
const documents = usersTexts.documents;

export function UserInformation({ user }: { user: ListedUser }) {
  const isClinic = user.subscription === 4 || user.subscription === 5;
  return (
    <div className={classes.cell}>
      <Link {...detailsLink(user.id)} className={classes.name} data-row-link>
        {`#${user.id} - ${nameOf(user)}`}
      </Link>
      <dl className={classes.lines}>
        <Line label={information.email} value={user.email} />
        {isClinic && <Line label={information.company} value={user.company} />}
        <Line label={information.phone} value={unbroken(user.phone_number)} />
        <Line label={information.address} value={addressOf(user)} />
        {user.subscription === 2 && <Line label={information.labId} value={user.processing?.lab_id ?? ''} />}
      </dl>
      <div className={classes.badges}>
        <StatusPill tone="none">
          <span className="visually-hidden">{information.type}: </span>
          {user.subscription_name || information.unknownType}
        </StatusPill>
        <span className={classes.domain}>{user.domain.name}</span>
      </div>
    </div>
  );
}

/** Only what is completed has a file to open. */
export function UserDocuments({ user }: { user: ListedUser }) {
  if (user.documents.length === 0) return <span className={classes.nothing}>{documents.none}</span>;
  return (
    <ul className={classes.documents}>
      {user.documents.map(({ document_id, name, status }) => (
        <li key={document_id}>
          {status === 'Completed' ? (
            <OutsideLink href={`/media/${encodeURIComponent(document_id)}.pdf`}>{name || status}</OutsideLink>
          ) : (
            <StatusPill tone="waiting">{name || status}</StatusPill>
          )}
        </li>
      ))}
    </ul>
  );
}

export function AccountDetails({ user, today }: { user: ListedUser; today: string }) {
  const lines = accountLines(user);
  return (
    <div className={classes.cell}>
      {user.subscription === 2 && user.processing && <StageMark patient={user.processing} today={today} />}
      {lines.length === 0 && <span className={classes.nothing}>{account.none}</span>}
      <dl className={classes.lines} data-columns>
        {lines.map(([label, value]) => (
          <Line key={`${label} ${value}`} label={label} value={value} />
        ))}
        <Line label={account.domain} value={user.domain.name} />
      </dl>
    </div>
  );
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes.line}>
      <dt>{label}</dt>
      <dd>{value || usersTexts.none}</dd>
    </div>
  );
}

/** Stays on one line, so that it can be read as one number. */
function unbroken(number: string): string {
  return number.replaceAll(' ', '\u00a0');
}
