import { hasEmail } from '@vialkeep/contract/kernel/no-email.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import {
  listInactiveUsers,
  listMemberships,
  listUsers,
  listUserTags,
  readUserDetails,
  type UserDetails,
} from '@vialkeep/contract/users.ts';
import { noEmailTexts } from '../../../components/account/no-email.texts.ts';
import { ProcessFields } from '../../../components/sample/process-fields.tsx';
import { call } from '../../../kernel/api/api.ts';
import { useApi } from '../../../kernel/api/query.ts';
import { formatDay, formatLastLogin } from '../../../ui/display/formats.ts';
import { AddressFields } from '../../../ui/form/fields/address-fields.tsx';
import { ReadOnlyField } from '../../../ui/form/fields/read-only-field.tsx';
import { MultiSelectField, SelectField } from '../../../ui/form/fields/select-field.tsx';
import { EmailField, PhoneField, TextField } from '../../../ui/form/fields/text-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { ChangedMeanwhile } from '../../../ui/form/layout/changed-meanwhile.tsx';
import { CollapsibleGroup } from '../../../ui/form/layout/collapsible-group.tsx';
import { FieldGroup, Fields, FormActions, Submit } from '../../../ui/form/layout/form-layout.tsx';
import { useSavingForm } from '../../../ui/form/state/use-saving-form.ts';
import classes from '../users.module.css';
import { usersTexts } from '../users.texts.ts';
import { addressNames } from './address-names.ts';
import { changedFields } from './changed-fields.ts';
import { RelationFields } from './relation-fields.tsx';
import { buildUserUpdate, buildUserValues, mergedValues, UserValues } from './user-values.ts';

const texts = usersTexts.details;

/** Plans that are identified by a company. */
const companyPlans: readonly Plan[] = [Plan.lab, Plan.harvestCenter, Plan.referralCenter, Plan.staff];

export function UserForm({ details, onDone }: { details: UserDetails; onDone: () => void }) {
  const { form, command, base, before, isSaved, save } = useUserForm(details, onDone);
  const tags = useApi(listUserTags, {});
  const memberships = useApi(listMemberships, {});
  const plan = form.getValues().subscription;

  return (
    <Form
      form={form}
      command={command}
      onSubmit={save}
      label={texts.title}
      // The version is in the key: a draft of an older version would undo another user's change.
      draft={`user-${base.id}-${base.version}`}
    >
      {before && <ChangedMeanwhile changes={changedFields(before, base, tags.data ?? [])} />}
      <Fields columns={2}>
        <EmailField
          name="email"
          label={texts.email}
          help={hasEmail(base.email) ? undefined : noEmailTexts.help}
          autoComplete="off"
          required
        />
        <SelectField
          name="subscription"
          label={texts.membership}
          options={(memberships.data ?? [base.subscription])
            .filter(({ id }) => base.may_become.includes(id))
            .map(({ id, name }) => ({ value: id, label: name }))}
          required
        />
        <TextField name="first_name" label={texts.firstName} autoComplete="off" required />
        <TextField name="last_name" label={texts.lastName} autoComplete="off" required />
        <PhoneField name="phone_number" label={texts.phone} autoComplete="off" />
        <MultiSelectField
          name="tags"
          label={texts.tags}
          help={texts.tagsHelp}
          options={(tags.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
        {companyPlans.includes(plan) && <TextField name="company" label={texts.company} autoComplete="off" />}
        {plan === Plan.harvestCenter && <TextField name="template_id" label={texts.template} autoComplete="off" />}
      </Fields>
      <div className={classes.readOnly}>
        <Fields columns={2}>
          <ReadOnlyField label={texts.joined} value={formatJoinDay(base.date_joined)} />
          <ReadOnlyField label={texts.lastLogin} value={formatLastLogin(base.last_login)} />
        </Fields>
      </div>
      <RelationFields plan={plan} user={base} />
      {plan === Plan.generalMember && (
        <FieldGroup legend={texts.processing}>
          <ProcessFields />
        </FieldGroup>
      )}
      <CollapsibleGroup legend={texts.address} names={Object.values(addressNames)}>
        <AddressFields names={addressNames} labels={{ line1: texts.line1, line2: texts.line2 }} />
      </CollapsibleGroup>
      <FormActions>
        <Submit disabled={isSaved}>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}

function useUserForm(details: UserDetails, onDone: () => void) {
  const edited = useSavingForm({
    opened: details,
    schema: UserValues,
    valuesOf: buildUserValues,
    merged: mergedValues,
    readAgain: () => call(readUserDetails, { params: { id: details.id } }),
    saving: updateUser,
    refreshes: [listUsers, listInactiveUsers, readUserDetails],
    saved: texts.saved,
    onDone,
  });
  const { command, base } = edited;
  const save = (values: UserValues) => command.run({ params: { id: base.id }, body: buildUserUpdate(values, base) });
  return { ...edited, save };
}

function formatJoinDay(stamp: string): string {
  const day = formatDay(stamp);
  return day ? texts.utc(day) : usersTexts.none;
}
