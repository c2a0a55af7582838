import { Plan } from '@vialkeep/contract/plans.ts';
import { listProductOptions } from '@vialkeep/contract/products.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import type { ListedTransaction } from '@vialkeep/contract/transactions.ts';
import { useApi } from '../../kernel/api/query.ts';
import type { TableState } from '../../ui/data-table/state/use-table-state.ts';
import { RangeField } from '../../ui/form/fields/date-fields.tsx';
import { EntitySelect } from '../../ui/form/fields/entity-select.tsx';
import { SelectField } from '../../ui/form/fields/select-field.tsx';
import { FilterForm } from '../../ui/form/layout/filter-form.tsx';
import { type DayRange, rangeWritten } from '../../ui/form/state/days.ts';
import { peopleOf } from './people-source.ts';
import { fieldValues } from './transaction-filters.ts';
import classes from './transactions.module.css';
import { transactionsTexts } from './transactions.texts.ts';

const texts = transactionsTexts.all;

type Props = {
  state: TableState;
  /** The first visible row, which provides the names of the filtered ids. */
  shown: ListedTransaction | undefined;
};

/** All filters of the administrators' list; they are stored in the address (F140). */
export function FiltersPanel({ state, shown }: Props) {
  const domains = useApi(listDomains, {});
  const products = useApi(listProductOptions, {});
  const values = fieldValues(state.filters);
  const known = (id: number | null, shownId: number | null | undefined, name: string | undefined) =>
    id === null ? null : { id, company: id === shownId ? (name ?? '') : '' };
  const change = (name: string, value: unknown) => {
    // @NOTE the field of this name is a range of days; the others are selects.
    if (name === 'dates') state.setFilter(name, rangeWritten(value as DayRange));
    else state.setFilter(name, String((value as string | number | null) ?? ''));
  };

  return (
    <details className={classes.filters} open={Object.keys(state.filters).length > 0 || undefined}>
      <summary className={classes.filtersHead}>{texts.filters}</summary>
      <div className={classes.filtersBody}>
        <FilterForm label={texts.filters} values={values} onChange={change}>
          <EntitySelect
            name="rep"
            label={texts.rep}
            source={peopleOf(Plan.salesRep)}
            chosen={known(values.rep, shown?.sales_rep, shown?.sales_rep_desc)}
          />
          <EntitySelect
            name="manager"
            label={texts.manager}
            source={peopleOf(Plan.salesManager)}
            chosen={known(values.manager, shown?.sales_manager_id, shown?.sales_manager_desc)}
          />
          <EntitySelect
            name="distributor"
            label={texts.distributor}
            source={peopleOf(Plan.salesDistributor)}
            chosen={known(values.distributor, shown?.sales_distributor_id, shown?.sales_distributor_desc)}
          />
          <EntitySelect
            name="center"
            label={texts.center}
            source={peopleOf(Plan.harvestCenter)}
            chosen={known(values.center, shown?.harvest_center, shown?.hc)}
          />
          <EntitySelect
            name="referral"
            label={texts.referral}
            source={peopleOf(Plan.referralCenter)}
            chosen={known(values.referral, shown?.referral_harvest_center, shown?.rhc)}
          />
          <SelectField name="domain" label={texts.domain} options={domains.data ?? []} />
          <SelectField name="product" label={texts.product} options={products.data ?? []} />
          <RangeField name="dates" label={texts.dates} />
          <EntitySelect
            name="patient"
            label={texts.patient}
            source={peopleOf(Plan.generalMember)}
            chosen={known(values.patient, shown?.patient, shown?.patient_desc)}
          />
          <SelectField
            name="commission"
            label={texts.commission}
            options={[
              { value: 'true', label: transactionsTexts.yes },
              { value: 'false', label: transactionsTexts.no },
            ]}
          />
        </FilterForm>
      </div>
    </details>
  );
}
