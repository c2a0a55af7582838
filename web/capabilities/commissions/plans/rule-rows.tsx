import { IconPlus, IconX } from '@tabler/icons-react';
import type { CommissionPlan } from '@vialkeep/contract/commission-plans.ts';
import {
  type CommissionLevel,
  commissionBases,
  commissionLevels,
  levelNames,
} from '@vialkeep/contract/commission-words.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import type { ProductOption } from '@vialkeep/contract/products.ts';
import { payeesOf } from '../../../components/money/payees.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { EntitySelect } from '../../../ui/form/fields/entity-select.tsx';
import { MoneyField, PercentField } from '../../../ui/form/fields/number-field.tsx';
import { MultiSelectField, SelectField } from '../../../ui/form/fields/select-field.tsx';
import { FieldGroup, Fields } from '../../../ui/form/layout/form-layout.tsx';
import type { FormOf } from '../../../ui/form/state/use-route-form.ts';
import classes from '../commissions.module.css';
import { buildRule, type PlanValues, type RuleValues, sentenceOf } from './plan-values.ts';
import { plansTexts } from './plans.texts.ts';

const texts = plansTexts.form;

const levels = commissionLevels.map((value) => ({ value, label: levelNames[value] }));
const bases = commissionBases.map((value) => ({ value, label: texts.bases[value] }));

/** The plan of the accounts that can have each seat. */
const seatPlans: Readonly<Record<Exclude<CommissionLevel, 'house'>, Plan>> = {
  rep: Plan.salesRep,
  manager: Plan.salesManager,
  distributor: Plan.salesDistributor,
  affiliate: Plan.salesAffiliate,
};

type Props = { form: FormOf<PlanValues>; products: readonly ProductOption[]; people: CommissionPlan['people'] };

/** The rules of a plan, each as a sentence above its fields. */
export function RuleRows({ form, products, people }: Props) {
  const { rules, domain_id } = form.getValues();
  const nextLevel = commissionLevels.find((level) => rules.every((rule) => rule.level !== level)) ?? 'rep';
  return (
    <FieldGroup legend={texts.rules}>
      <p className={classes.rulesHelp}>{texts.rulesHelp}</p>
      {rules.map((rule, at) => (
        <div key={rule.key} className={classes.rule}>
          <div className={classes.ruleHead}>
            <p className={classes.sentence}>{sentenceOf(rule, products) ?? texts.unfinished}</p>
            <IconButton
              name={texts.removeRule(at + 1)}
              icon={<IconX size={18} />}
              onClick={() => form.removeListItem('rules', at)}
            />
          </div>
          <RuleFields
            at={at}
            rule={rule}
            products={products}
            people={people}
            domainId={typeof domain_id === 'number' ? domain_id : null}
          />
        </div>
      ))}
      <Button
        size="xs"
        icon={<IconPlus size={14} aria-hidden />}
        onClick={() => form.insertListItem('rules', buildRule(nextLevel, Date.now()))}
      >
        {texts.addRule}
      </Button>
    </FieldGroup>
  );
}

type FieldsProps = {
  at: number;
  rule: RuleValues;
  products: readonly ProductOption[];
  people: CommissionPlan['people'];
  domainId: number | null;
};

function RuleFields({ at, rule, products, people, domainId }: FieldsProps) {
  const named = people.find(({ id }) => id === rule.person_id);
  return (
    <Fields columns={2}>
      <SelectField name={`rules.${at}.level`} label={texts.level} options={levels} required />
      {rule.level !== 'house' && (
        <EntitySelect
          name={`rules.${at}.person_id`}
          label={texts.person}
          help={texts.personHelp}
          source={payeesOf(domainId, [seatPlans[rule.level]])}
          chosen={named && { id: named.id, company: named.name }}
        />
      )}
      <PercentField name={`rules.${at}.rate_bp`} label={texts.rate} disabled={hasValue(rule.piece)} />
      <MoneyField
        name={`rules.${at}.piece`}
        label={texts.piece}
        help={texts.pieceHelp}
        disabled={hasValue(rule.rate_bp)}
      />
      <SelectField
        name={`rules.${at}.base`}
        label={texts.base}
        options={bases}
        disabled={hasValue(rule.piece)}
        required
      />
      <MultiSelectField
        name={`rules.${at}.product_ids`}
        label={texts.products}
        help={texts.productsHelp}
        options={products}
      />
    </Fields>
  );
}

/** A rule has a rate or an amount; the other field waits until this one is empty. */
function hasValue(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '';
}
