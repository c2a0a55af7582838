import {
  type CommissionPlan,
  createCommissionPlan,
  listCommissionPlans,
  readCommissionPlan,
  updateCommissionPlan,
} from '@vialkeep/contract/commission-plans.ts';
import { listProductOptions } from '@vialkeep/contract/products.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { payeesOf } from '../../../components/money/payees.ts';
import { call } from '../../../kernel/api/api.ts';
import { useApi, useCommand } from '../../../kernel/api/query.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { DateField } from '../../../ui/form/fields/date-fields.tsx';
import { EntitySelect } from '../../../ui/form/fields/entity-select.tsx';
import { NumberField } from '../../../ui/form/fields/number-field.tsx';
import { SelectField } from '../../../ui/form/fields/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/form/fields/text-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { ChangedMeanwhile } from '../../../ui/form/layout/changed-meanwhile.tsx';
import { Fields, FormActions, Submit } from '../../../ui/form/layout/form-layout.tsx';
import type { FormOf } from '../../../ui/form/state/use-route-form.ts';
import { useVersionedForm } from '../../../ui/form/state/use-versioned-form.ts';
import { changedFields } from './plan-labels.ts';
import { bodyOf, buildPlanValues, mergedValues, PlanValues } from './plan-values.ts';
import { plansTexts } from './plans.texts.ts';
import { RuleRows } from './rule-rows.tsx';

const texts = plansTexts.form;
const emptySeats = (['nobody', 'house'] as const).map((value) => ({ value, label: texts.emptySeatsChoices[value] }));

type Props = {
  /** The draft that is edited; null for a new one. */
  plan: CommissionPlan | null;
  /** The plan whose values a new one begins with. */
  copied: CommissionPlan | null;
  proposedHouseId: number | null;
  onDone: () => void;
  onCancel: () => void;
};

export function PlanForm({ plan, copied, proposedHouseId, onDone, onCancel }: Props) {
  const { form, command, base, before, save } = usePlanForm({ plan, copied, proposedHouseId, onDone });
  const sites = useApi(listDomains, {}).data ?? [];
  const products = useApi(listProductOptions, {}).data ?? [];
  const people = (base ?? copied)?.people ?? [];
  const { domain_id, house_id } = form.getValues();
  const house = people.find(({ id }) => id === house_id);
  return (
    <Form
      form={form}
      command={command}
      onSubmit={save}
      label={plan ? texts.editTitle : texts.addTitle}
      draft={base ? `commission-plan-${base.id}-${base.version}` : `new-commission-plan-${copied?.id ?? ''}`}
    >
      {before && base && <ChangedMeanwhile changes={changedFields(before, base)} />}
      <Fields>
        <Fields columns={2}>
          <TextField name="name" label={texts.name} maxLength={100} autoComplete="off" required />
          {sites.length > 1 && (
            <SelectField name="domain_id" label={texts.site} help={texts.siteHelp} options={sites} />
          )}
          <DateField name="starts_on" label={texts.starts} help={texts.startsHelp} required />
          <NumberField name="hold_days" label={texts.hold} help={texts.holdHelp} min={0} max={365} required />
          <SelectField
            name="empty_seats"
            label={texts.emptySeats}
            help={texts.emptySeatsHelp}
            options={emptySeats}
            required
          />
          <EntitySelect
            name="house_id"
            label={texts.house}
            help={texts.houseHelp}
            source={payeesOf(typeof domain_id === 'number' ? domain_id : null)}
            chosen={house && { id: house.id, company: house.name }}
          />
        </Fields>
        <RuleRows form={form} products={products} people={people} />
        <TextAreaField name="note" label={texts.note} rows={2} maxLength={1_000} />
      </Fields>
      <FormActions>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Submit>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}

function usePlanForm({ plan, copied, proposedHouseId, onDone }: Omit<Props, 'onCancel'>) {
  const { form, base, before, onRefused } = useVersionedForm<CommissionPlan | null, typeof PlanValues>({
    opened: plan,
    schema: PlanValues,
    valuesOf: (version) => (version || !copied ? buildPlanValues(version, proposedHouseId) : buildCopy(copied)),
    merged: (typed, known, fresh) => mergedValues({ ...buildPlanValues(known), ...typed }, known, fresh),
    readAgain: async () => plan && call(readCommissionPlan, { params: { id: plan.id } }),
  });
  const refreshes = [listCommissionPlans, readCommissionPlan];
  const creation = useCommand(createCommissionPlan, { refreshes, onDone });
  const change = useCommand(updateCommissionPlan, { refreshes, onDone, onRefused });
  const save = (values: PlanValues) =>
    base
      ? change.run({ params: { id: base.id }, body: { ...bodyOf(values), version: base.version } })
      : creation.run({ body: bodyOf(values) });
  // @NOTE the form opens with every value, so that none is missing.
  return { form: form as unknown as FormOf<PlanValues>, command: base ? change : creation, base, before, save };
}

function buildCopy(copied: CommissionPlan): PlanValues {
  const values = buildPlanValues(copied);
  return { ...values, name: plansTexts.copyName(values.name), starts_on: buildPlanValues(null).starts_on };
}
