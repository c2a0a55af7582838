import { type CommissionLine, lineStates } from '@vialkeep/contract/commissions.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { commissionLineTexts } from '../../../components/money/commission-line.texts.ts';
import { payeesOf } from '../../../components/money/payees.ts';
import { useApi } from '../../../kernel/api/query.ts';
import type { TableState } from '../../../ui/data-table/state/use-table-state.ts';
import { MonthField } from '../../../ui/form/fields/date-fields.tsx';
import { EntitySelect } from '../../../ui/form/fields/entity-select.tsx';
import { SelectField } from '../../../ui/form/fields/select-field.tsx';
import { FilterForm } from '../../../ui/form/layout/filter-form.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { linesTexts as texts } from './lines.texts.ts';

const states = lineStates.map((value) => ({ value, label: commissionLineTexts.states[value] }));

const owedDays = (['held', 'payable', 'all'] as const).map((value) => ({ value, label: texts.owedDays[value] }));

type Props = {
  state: TableState;
  /** The first visible row, which provides the name of the filtered person. */
  shown: CommissionLine | undefined;
};

/** The filters of the lines; they are stored in the address. */
export function LinesFilters({ state, shown }: Props) {
  const sites = useApi(listDomains, {});
  const { person, domain, state: lineState, owed, due, month } = state.filters;
  const personId = person ? Number(person) : null;
  return (
    <Card>
      <FilterForm
        label={texts.filters}
        values={{
          person: personId,
          domain: domain ? Number(domain) : null,
          state: lineState ?? null,
          owed: owed ?? null,
          due: due ?? '',
          month: month ?? '',
        }}
        // @NOTE the fields are selects and a month, whose values are texts or numbers.
        onChange={(name, value) => state.setFilter(name, String((value as string | number | null) ?? ''))}
      >
        <EntitySelect
          name="person"
          label={texts.person}
          source={payeesOf(null)}
          chosen={
            personId === null ? null : { id: personId, company: shown?.person.id === personId ? shown.person.name : '' }
          }
        />
        {(sites.data?.length ?? 0) > 1 && <SelectField name="domain" label={texts.site} options={sites.data ?? []} />}
        <SelectField name="state" label={texts.state} options={states} />
        <SelectField name="owed" label={texts.owed} options={owedDays} />
        <MonthField name="due" label={texts.due} />
        <MonthField name="month" label={texts.month} />
      </FilterForm>
    </Card>
  );
}
