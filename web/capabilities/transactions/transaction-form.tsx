import { Plan } from '@vialkeep/contract/plans.ts';
import { listProductOptions } from '@vialkeep/contract/products.ts';
import {
  listTransactions,
  readRevenue,
  readTransaction,
  type TransactionDetail,
  updateTransaction,
} from '@vialkeep/contract/transactions.ts';
import { TransactionCommission } from '../../components/money/transaction-commission.tsx';
import { call } from '../../kernel/api/api.ts';
import { useApi } from '../../kernel/api/query.ts';
import { CellLines } from '../../ui/display/cell-lines.tsx';
import { CheckboxField } from '../../ui/form/fields/choice-fields.tsx';
import { EntitySelect } from '../../ui/form/fields/entity-select.tsx';
import { MoneyField, NumberField } from '../../ui/form/fields/number-field.tsx';
import { SelectField } from '../../ui/form/fields/select-field.tsx';
import { TextAreaField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { ChangedMeanwhile } from '../../ui/form/layout/changed-meanwhile.tsx';
import { CollapsibleGroup } from '../../ui/form/layout/collapsible-group.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useSavingForm } from '../../ui/form/state/use-saving-form.ts';
import { changedFields } from './change-labels.ts';
import { ChangesTable } from './changes-table.tsx';
import { peopleOf } from './people-source.ts';
import { bodyOf, buildTransactionValues, mergedValues, TransactionValues } from './transaction-values.ts';
import { transactionsTexts } from './transactions.texts.ts';

const texts = transactionsTexts.form;

type Props = { transaction: TransactionDetail; onDone: () => void };

export function TransactionForm({ transaction, onDone }: Props) {
  const { form, command, base, before, isSaved, save } = useTransactionForm(transaction, onDone);
  const products = useApi(listProductOptions, {});
  const site = base.domain_id;
  const chosen = (id: number | null) => {
    const person = base.people.find((one) => one.id === id);
    return person && { id: person.id, company: person.name };
  };

  return (
    <Form
      form={form}
      command={command}
      onSubmit={save}
      label={texts.title}
      draft={`transaction-${base.id}-${base.version}`}
    >
      {before && <ChangedMeanwhile changes={changedFields(before, base, products.data ?? [])} />}
      <Fields>
        <SelectField name="product_id" label={texts.product} options={products.data ?? []} required />
        <Fields columns={2}>
          <NumberField name="quantity" label={texts.quantity} min={1} max={999} required />
          <MoneyField name="amount" label={texts.amount} help={texts.amountHelp} required />
          <EntitySelect
            name="referral_harvest_center"
            label={texts.referral}
            source={peopleOf(Plan.referralCenter, site)}
            chosen={chosen(base.referral_harvest_center)}
          />
          <EntitySelect
            name="harvest_center"
            label={texts.center}
            source={peopleOf(Plan.harvestCenter, site)}
            chosen={chosen(base.harvest_center)}
          />
          <EntitySelect
            name="sales_rep"
            label={texts.rep}
            help={texts.repHelp}
            source={peopleOf(Plan.salesRep, site)}
            chosen={chosen(base.sales_rep)}
          />
          <EntitySelect
            name="patient"
            label={texts.patient}
            source={peopleOf(Plan.generalMember, site)}
            chosen={chosen(base.patient)}
          />
        </Fields>
        <CheckboxField name="commission_paid" label={texts.commission} help={texts.commissionHelp} />
        {base.template_id && <CellLines lines={[[texts.template, base.template_id]]} />}
        <CollapsibleGroup legend={texts.history} names={[]}>
          <ChangesTable changes={base.transaction_history} products={products.data ?? []} />
        </CollapsibleGroup>
        <TransactionCommission id={base.id} />
        <TextAreaField
          name="transaction_note"
          label={texts.updateNote}
          placeholder={texts.updateNotePlaceholder}
          rows={3}
          required
        />
      </Fields>
      <FormActions>
        <Submit disabled={isSaved}>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}

function useTransactionForm(transaction: TransactionDetail, onDone: () => void) {
  const edited = useSavingForm({
    opened: transaction,
    schema: TransactionValues,
    valuesOf: buildTransactionValues,
    merged: mergedValues,
    readAgain: () => call(readTransaction, { params: { id: transaction.id } }),
    saving: updateTransaction,
    refreshes: [listTransactions, readTransaction, readRevenue],
    saved: texts.saved,
    onDone,
  });
  const { command, base } = edited;
  const save = (values: TransactionValues) => command.run({ params: { id: base.id }, body: bodyOf(values, base) });
  return { ...edited, save };
}
