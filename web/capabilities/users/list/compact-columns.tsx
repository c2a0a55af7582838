import { Link } from '@tanstack/react-router';
import { Plan } from '@vialkeep/contract/plans.ts';
import type { ListedUser } from '@vialkeep/contract/users.ts';
import { StageLine, stageInLine } from '../../../components/sample/stage-track.tsx';
import { formatEmail, formatPersonName } from '../../../ui/display/formats.ts';
import { customColumn, numberColumn, textColumn } from '../../../ui/layout/columns.tsx';
import classes from '../users.module.css';
import { usersTexts } from '../users.texts.ts';
import { detailsLink } from './details-address.ts';
import { documentsInShort } from './documents-in-short.ts';
import { ReviewPill } from './user-cells.tsx';

const texts = usersTexts.compact;

/** One line per user. The column keys are separate, so that choosing columns here does not affect the full table. */
export function compactColumns(today: string) {
  return [
    customColumn<ListedUser>(texts.name, (user) => <NameLink user={user} />, {
      key: 'line-name',
      value: titleOf,
      width: '16%',
    }),
    textColumn<ListedUser>(texts.email, ({ email }) => formatEmail(email), {
      key: 'line-email',
      priority: 2,
      width: '14.5%',
    }),
    textColumn<ListedUser>(texts.membership, ({ subscription_name }) => subscription_name, {
      key: 'line-membership',
      inCard: true,
      width: '11.5%',
    }),
    customColumn<ListedUser>(
      texts.stage,
      ({ processing }) => processing && <StageLine patient={processing} today={today} />,
      {
        key: 'line-stage',
        priority: 2,
        inCard: true,
        value: ({ processing }) => (processing ? stageInLine(processing, today) : ''),
        width: '11%',
      },
    ),
    numberColumn<ListedUser>(texts.vials, ({ vials_available }) => vials_available, {
      key: 'line-vials',
      priority: 3,
      inCard: true,
      width: '5%',
    }),
    textColumn<ListedUser>(texts.center, centerOf, { key: 'line-center', priority: 3, width: '10.5%' }),
    textColumn<ListedUser>(texts.rep, ({ sales_rep }) => sales_rep?.name, {
      key: 'line-rep',
      priority: 3,
      width: '9.5%',
    }),
    textColumn<ListedUser>(texts.documents, documentsInShort, {
      key: 'line-documents',
      priority: 3,
      width: '8%',
    }),
  ];
}

function NameLink({ user }: { user: ListedUser }) {
  return (
    <>
      <Link {...detailsLink(user.id)} className={classes.lineName} data-row-link>
        {titleOf(user)}
      </Link>
      {user.awaits_review && (
        <>
          {' '}
          <ReviewPill />
        </>
      )}
    </>
  );
}

function titleOf(user: ListedUser): string {
  return `#${user.id} - ${formatPersonName(user)}`;
}

/** A clinic shows its own company; other users show the clinic that they belong to. */
function centerOf({ subscription, company, hc_desc, rhc_desc }: ListedUser): string | undefined {
  if (subscription === Plan.harvestCenter || subscription === Plan.referralCenter) return company;
  return hc_desc[0]?.company ?? rhc_desc[0]?.company;
}
