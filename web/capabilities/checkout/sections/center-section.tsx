import type { listCentersOfReferral } from '@vialkeep/contract/centers.ts';
import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import { WarningNote } from '../../../ui/feedback/warning-note.tsx';
import { RadioField } from '../../../ui/form/fields/radio-cards.tsx';
import { SelectField } from '../../../ui/form/fields/select-field.tsx';
import { EmailField, PhoneField, TextField } from '../../../ui/form/fields/text-field.tsx';
import { Fields } from '../../../ui/form/layout/form-layout.tsx';
import { FormSection } from '../../../ui/form/layout/form-section.tsx';
import { checkoutTexts } from '../checkout.texts.ts';
import type { Asks } from '../checkout-fields.ts';

const { labels, sections } = checkoutTexts;

export type CenterOfReferral = Answer<typeof listCentersOfReferral>[number];

type Props = {
  asks: Asks;
  company: string;
  /** The centers of a referral center, if the screen asks for one. */
  centers: readonly CenterOfReferral[];
};

const names = [
  'harvest_center_email',
  'harvest_center_billing_email',
  'harvest_center_phone',
  'harvest_center_temporal_id',
  'harvest_fee',
];

/** Shows the buyer: the center or referral center of this account. */
export function CenterSection({ asks, company, centers }: Props) {
  const words = asks.buyer === 'center' ? labels.center : labels.referralCenter;
  return (
    <FormSection
      title={sections.center[asks.buyer]}
      summary={company}
      names={names}
      starts={asks.referral ? 'open' : 'closed-on-phones'}
    >
      <Fields>
        <Fields columns={2}>
          <TextField name="harvest_center_name" label={words.name} disabled />
          <EmailField name="harvest_center_email" label={words.email} />
          <EmailField
            name="harvest_center_billing_email"
            label={labels.center.billingEmail}
            help={labels.billingEmailHelp}
            autoComplete="off"
          />
          <PhoneField name="harvest_center_phone" label={words.phone} />
        </Fields>
        {asks.referral && <Referral centers={centers} />}
      </Fields>
    </FormSection>
  );
}

/** Asks for the center, and whether the harvest fee is included (F097). */
function Referral({ centers }: { centers: readonly CenterOfReferral[] }) {
  if (centers.length === 0) return <WarningNote>{labels.noCenter}</WarningNote>;
  return (
    <Fields columns={2}>
      <SelectField name="harvest_center_temporal_id" label={labels.harvestCenter} options={centers} required />
      <RadioField name="harvest_fee" label={labels.harvestFee} choices={labels.harvestFeeChoices} />
    </Fields>
  );
}
