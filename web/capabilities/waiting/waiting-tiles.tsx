import { PENDING_DAYS, readWaiting, type Waiting } from '@vialkeep/contract/waiting.ts';
import { useApi } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo, type PageLink } from '../../kernel/navigation/link-to.ts';
import { TextLink } from '../../ui/actions/link.tsx';
import { formatCount } from '../../ui/display/formats.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Card } from '../../ui/layout/card.tsx';
import classes from './waiting.module.css';
import { waitingTexts as texts } from './waiting.texts.ts';

type Tile = { readonly name: string; readonly to: PageLink };

/** The counts, and the lists that contain their rows. */
const tiles: Readonly<Record<keyof Waiting, Tile>> = {
  labels_without_file: {
    name: texts.tiles.labels_without_file,
    to: linkTo(addresses.labelRequests, {}, { 'f.step': 'file' }),
  },
  labels_not_told: {
    name: texts.tiles.labels_not_told,
    to: linkTo(addresses.labelRequests, {}, { 'f.step': 'letter' }),
  },
  documents_pending: {
    name: texts.tiles.documents_pending(PENDING_DAYS),
    to: linkTo(addresses.patientsDocuments, {}, { 'f.pending': String(PENDING_DAYS) }),
  },
  commissions_unpaid: {
    name: texts.tiles.commissions_unpaid,
    to: linkTo(addresses.allTransactions, {}, { 'f.commission': 'false' }),
  },
  sites_without_dns: { name: texts.tiles.sites_without_dns, to: linkTo(addresses.customSites) },
  refunds_to_approve: {
    name: texts.tiles.refunds_to_approve,
    to: linkTo(addresses.refunds, {}, { 'f.state': 'requested' }),
  },
  disputes_open: { name: texts.tiles.disputes_open, to: linkTo(addresses.commissionLines) },
  differences: {
    name: texts.tiles.differences,
    to: linkTo(addresses.reconciliation, {}, { 'f.state': 'open' }),
  },
  storage_decisions: {
    name: texts.tiles.storage_decisions,
    to: linkTo(addresses.storagePlans, {}, { 'f.decision': 'waiting' }),
  },
  privacy_due: { name: texts.tiles.privacy_due, to: linkTo(addresses.privacyRequests, {}, { 'f.due': 'true' }) },
  payout_runs_to_approve: {
    name: texts.tiles.payout_runs_to_approve,
    to: linkTo(addresses.payouts, {}, { 'f.state': 'draft' }),
  },
};

/** Work that waits for an administrator. A count of zero has no tile. */
export function WaitingTiles() {
  const waiting = useApi(readWaiting, {});
  return (
    <Loaded query={waiting} loading={texts.loading} failed={texts.failed} skeleton={<div className={classes.room} />}>
      {(told) => <Tiles waiting={told} />}
    </Loaded>
  );
}

function Tiles({ waiting }: { waiting: Waiting }) {
  // @NOTE Object.entries returns string keys.
  const shown = (Object.entries(tiles) as [keyof Waiting, Tile][]).filter(([key]) => waiting[key] > 0);
  if (shown.length === 0) return null;
  return (
    <Card title={texts.title}>
      <ul className={classes.tiles}>
        {shown.map(([key, { name, to }]) => (
          <li key={key} className={classes.tile}>
            <span className={classes.count}>{formatCount(waiting[key])}</span>
            <TextLink to={to}>{name}</TextLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}
