import { journalAccounts, journalKinds, REVENUE_ACCOUNTS } from '@vialkeep/contract/journal.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { useApi } from '../../kernel/api/query.ts';
import type { TableState } from '../../ui/data-table/state/use-table-state.ts';
import { RangeField } from '../../ui/form/fields/date-fields.tsx';
import { SelectField } from '../../ui/form/fields/select-field.tsx';
import { FilterForm } from '../../ui/form/layout/filter-form.tsx';
import { type DayRange, rangeIn, rangeWritten } from '../../ui/form/state/days.ts';
import { Card } from '../../ui/layout/card.tsx';
import { journalTexts as texts } from './journal.texts.ts';

const accounts = [
  ...Object.entries(journalAccounts).map(([code, name]) => ({ value: code, label: texts.line(Number(code), name) })),
  { value: REVENUE_ACCOUNTS, label: texts.revenue },
];

const kinds = Object.entries(journalKinds).map(([value, label]) => ({ value, label }));

/** The days and the site count for both tables, the account and the kind for the entries. */
export function JournalFilters({ state }: { state: TableState }) {
  const sites = useApi(listDomains, {});
  const { domain, account, kind, dates } = state.filters;
  const change = (name: string, value: unknown) => {
    // @NOTE the field of this name is a range of days; the others are selects.
    if (name === 'dates') state.setFilter(name, rangeWritten(value as DayRange));
    else state.setFilter(name, String((value as string | number | null) ?? ''));
  };
  return (
    <Card>
      <FilterForm
        label={texts.filters}
        values={{
          domain: domain ? Number(domain) : null,
          account: account ?? null,
          kind: kind ?? null,
          dates: rangeIn(dates),
        }}
        onChange={change}
      >
        <RangeField name="dates" label={texts.dates} />
        {(sites.data?.length ?? 0) > 1 && <SelectField name="domain" label={texts.site} options={sites.data ?? []} />}
        <SelectField name="account" label={texts.account} options={accounts} />
        <SelectField name="kind" label={texts.kind} options={kinds} />
      </FilterForm>
    </Card>
  );
}
