import { changeIdentityPolicy, IdentityPolicyFields, readIdentityPolicy } from '@vialkeep/contract/identity-policy.ts';
import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import { type Plan, planNames, plans } from '@vialkeep/contract/plans.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { FormSwitchField } from '../../ui/form/fields/choice-fields.tsx';
import { NumberField } from '../../ui/form/fields/number-field.tsx';
import { MultiSelectField, PlainSelectField } from '../../ui/form/fields/select-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FieldGroup, Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import { policyTexts as texts } from './identity-policy.texts.ts';

type Policies = Answer<typeof readIdentityPolicy>;

const SWITCHES = [
  ['step_up', texts.stepUp, texts.stepUpHelp],
  ['verify_email', texts.verifyEmail, texts.verifyEmailHelp],
  ['review_sign_ups', texts.review, texts.reviewHelp],
  ['new_device_letter', texts.newDevice, texts.newDeviceHelp],
] as const;

/** The policy of one site. What the installation asks for cannot be switched off here. */
export function PolicyForm({ policies: { domain, installation, policy } }: { policies: Policies }) {
  const notices = useNotices();
  const always = installation.second_factor_plans;
  const form = useSchemaForm(IdentityPolicyFields, {
    ...policy,
    second_factor_plans: policy.second_factor_plans.filter((plan) => !always.includes(plan)),
  });
  const command = useCommand(changeIdentityPolicy, {
    refreshes: [readIdentityPolicy, currentSession],
    onDone: ({ message }) => notices.success(message),
  });
  const isReasonFixed = installation.acting_reason === 'required';

  return (
    <Form
      form={form}
      command={command}
      label={texts.title}
      onSubmit={(values) =>
        command.run({
          params: { domain_id: domain.id },
          body: { ...values, second_factor_plans: [...always, ...values.second_factor_plans] },
        })
      }
    >
      <FieldGroup legend={texts.factors}>
        <Fields columns={2}>
          <MultiSelectField
            name="second_factor_plans"
            label={texts.plans}
            help={always.length === 0 ? undefined : texts.always(always.map((plan) => planNames[plan]).join(', '))}
            options={plansBeside(always)}
          />
          <NumberField
            name="grace_days"
            label={texts.grace}
            help={`${texts.graceHelp} ${texts.atMost(installation.grace_days)}`}
            min={0}
            max={installation.grace_days}
            required
          />
        </Fields>
      </FieldGroup>
      <FieldGroup legend={texts.acts}>
        <Fields>
          {SWITCHES.map(([name, label, help]) => (
            <FormSwitchField
              key={name}
              name={name}
              label={label}
              help={installation[name] ? texts.fixed : help}
              disabled={installation[name]}
            />
          ))}
          <PlainSelectField
            name="acting_reason"
            label={texts.reason}
            help={isReasonFixed ? texts.fixed : undefined}
            disabled={isReasonFixed}
            options={[
              { value: 'optional', label: texts.reasons.optional },
              { value: 'required', label: texts.reasons.required },
            ]}
            required
          />
        </Fields>
      </FieldGroup>
      <FieldGroup legend={texts.idle}>
        <Fields columns={2}>
          <NumberField
            name="idle_minutes_staff"
            label={texts.idleStaff}
            help={texts.atMost(installation.idle_minutes_staff)}
            min={1}
            max={installation.idle_minutes_staff}
            required
          />
          <NumberField
            name="idle_minutes_others"
            label={texts.idleOthers}
            help={texts.atMost(installation.idle_minutes_others)}
            min={1}
            max={installation.idle_minutes_others}
            required
          />
        </Fields>
      </FieldGroup>
      <FormActions>
        <Submit>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}

function plansBeside(always: readonly Plan[]) {
  return plans.filter((plan) => !always.includes(plan)).map((plan) => ({ value: plan, label: planNames[plan] }));
}
