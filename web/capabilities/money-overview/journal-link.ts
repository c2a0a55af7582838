import { REVENUE_ACCOUNTS } from '@vialkeep/contract/journal.ts';
import type { MoneyFigure } from '@vialkeep/contract/money-overview.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo, type PageLink } from '../../kernel/navigation/link-to.ts';
import { rangeWritten } from '../../ui/form/state/days.ts';

/** The entries of the journal that a figure is the sum of. */
export function linkToJournal({ account, from, to, kind }: MoneyFigure['journal'], domain: string): PageLink {
  const dates = rangeWritten({ from: from ?? '', to: to ?? '' });
  return linkTo(
    addresses.journal,
    {},
    {
      'f.account': account,
      ...(kind && { 'f.kind': kind }),
      ...(dates && { 'f.dates': dates }),
      ...(domain && { 'f.domain': domain }),
    },
  );
}

type Owed = 'held' | 'payable';

/** The lines of commission that are owed, before or from the day on which they fall due. */
export function linkToOwed(owed: Owed, domain: string): PageLink {
  return linkTo(addresses.commissionLines, {}, { 'f.owed': owed, ...(domain && { 'f.domain': domain }) });
}

/** Those that are owed, both kinds or one, and fall due in a month. */
export function linkToDue(month: string, domain: string, owed: Owed | 'all' = 'all'): PageLink {
  return linkTo(
    addresses.commissionLines,
    {},
    { 'f.owed': owed, 'f.due': month, ...(domain && { 'f.domain': domain }) },
  );
}

/** The entries of all revenue accounts in a month. */
export function linkToRevenue({ from, to }: MoneyFigure['journal'], domain: string): PageLink {
  const dates = rangeWritten({ from: from ?? '', to: to ?? '' });
  return linkTo(
    addresses.journal,
    {},
    { 'f.account': REVENUE_ACCOUNTS, 'f.dates': dates, ...(domain && { 'f.domain': domain }) },
  );
}
