import { IconLock } from '@tabler/icons-react';
import { listCenterOptions, listReferralCenters } from '@vialkeep/contract/centers.ts';
import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { hasEmail } from '@vialkeep/contract/kernel/no-email.ts';
import { MOST_OPTIONS } from '@vialkeep/contract/network.ts';
import type { PatientRecord } from '@vialkeep/contract/patients.ts';
import type { ReactNode } from 'react';
import { noEmailTexts } from '../../../components/account/no-email.texts.ts';
import { call } from '../../../kernel/api/api.ts';
import { type Fact, Facts } from '../../../ui/display/facts.tsx';
import { formatEmail } from '../../../ui/display/formats.ts';
import { EntitySelect } from '../../../ui/form/fields/entity-select.tsx';
import { EmailField, TextField } from '../../../ui/form/fields/text-field.tsx';
import { FieldGroup, Fields } from '../../../ui/form/layout/form-layout.tsx';
import type { EntitySource } from '../../../ui/form/state/use-entity-list.ts';
import { recordTexts } from '../record/record.texts.ts';
import classes from './form.module.css';

const texts = recordTexts.form;

/** The editable identity fields. */
export function IdentityFields({ email, children }: { email?: string; children?: ReactNode }) {
  return (
    <Fields columns={2}>
      <EmailField
        name="email"
        label={texts.email}
        help={email !== undefined && !hasEmail(email) ? noEmailTexts.help : undefined}
        autoComplete="off"
        required
      />
      <TextField name="first_name" label={texts.firstName} autoComplete="off" required />
      <TextField name="last_name" label={texts.lastName} autoComplete="off" required />
      {children}
    </Fields>
  );
}

type CenterProps = {
  /** A patient's centers must be of the same site. */
  domainId: DomainId;
  record: PatientRecord | null;
};

/** The patient's centers, with search. */
export function CenterFields({ domainId, record }: CenterProps) {
  return (
    <FieldGroup legend={texts.centers}>
      <Fields columns={2}>
        <EntitySelect
          name="referral_harvest_center_temporal"
          label={texts.referral}
          source={referralCenters(domainId)}
          chosen={record?.rhc_desc[0]}
        />
        <EntitySelect
          name="harvest_center_temporal"
          label={texts.center}
          source={harvestCenters(domainId)}
          chosen={record?.hc_desc[0]}
        />
      </Fields>
    </FieldGroup>
  );
}

/** The identity fields with a lock and the reason, under 'disable patient data' (U-08). */
export function LockedFields({ record }: { record: PatientRecord }) {
  const companies = (clinics: readonly { company: string }[]) => clinics.map(({ company }) => company).join(', ');
  const fields = [
    [texts.email, formatEmail(record.email ?? '')],
    [texts.firstName, record.first_name],
    [texts.lastName, record.last_name],
    [texts.referral, companies(record.rhc_desc)],
    [texts.center, companies(record.hc_desc)],
  ] as const;
  return (
    <div className={classes.locked}>
      <p className={classes.reason}>
        <IconLock size={14} stroke={1.8} aria-hidden /> {texts.locked}
      </p>
      <Facts facts={fields.map(([label, value]): Fact => [label, value || texts.none])} />
    </div>
  );
}

/** The administrators' list of all harvest centers feeds this select (U-12). */
function harvestCenters(domainId: DomainId): EntitySource {
  return {
    search: {
      name: `centers of site ${domainId}`,
      ask: async (search, signal) => {
        const options = await call(listCenterOptions, { query: { search, domain_id: String(domainId) }, signal });
        return { options, more: options.length >= MOST_OPTIONS };
      },
    },
  };
}

function referralCenters(domainId: DomainId): EntitySource {
  return {
    search: {
      name: `referral centers of site ${domainId}`,
      ask: async (search, signal) => {
        const found = await call(listReferralCenters, { query: { search, domain_id: String(domainId) }, signal });
        const options = found.map(({ id, company, first_name, last_name }) => ({ id, company, first_name, last_name }));
        return { options, more: options.length >= MOST_OPTIONS };
      },
    },
  };
}
