import { useState } from 'react';
import { z } from 'zod';
import { BrandMark } from '../../components/payment/brand-mark.tsx';
import { CouponField, type CouponVerdict } from '../../components/payment/coupon-field.tsx';
import { OrderSummary } from '../../components/payment/order-summary.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { RadioCardsField, RadioField } from '../../ui/form/fields/radio-cards.tsx';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { FormSection, FormSections } from '../../ui/form/layout/form-section.tsx';
import { useSchemaForm } from '../../ui/form/state/use-route-form.ts';

const Values = z.object({
  name: z.string().min(1, 'Name is required.'),
  fee: z.string(),
  card: z.string(),
  code: z.string(),
});

/** The parts of a checkout: sections, cards, a coupon code and the price. */
export function KitCheckout() {
  const notices = useNotices();
  const form = useSchemaForm(Values, { name: '', fee: 'no', card: '1', code: '' });
  const [verdict, setVerdict] = useState<CouponVerdict | null>(null);
  const isRight = form.values.code.trim().toUpperCase() === 'KIT10';

  return (
    <Form form={form} label="A purchase" notByEnter onSubmit={async () => notices.success('Bought.')}>
      <FormSections>
        <FormSection title="Who" summary={form.values.name || 'Nobody yet'} names={['name']} starts="closed">
          <Fields columns={2}>
            <TextField name="name" label="Name on the order" required />
            <RadioField name="fee" label="Fee" choices={{ yes: 'Yes', no: 'No' }} />
          </Fields>
        </FormSection>
        <FormSection title="Paid with" summary={form.values.card} names={['card']}>
          <RadioCardsField
            name="card"
            label="Paid with"
            cards={[
              {
                value: '1',
                label: 'Visa ending in 4242',
                note: 'Expiry Dec 2027',
                picture: <BrandMark brand="Visa" />,
              },
              { value: '2', label: 'Discover ending in 0012', note: 'Expired', disabled: true },
            ]}
            after={[{ value: 'new', label: 'Another one', children: 'What it needs stands here.' }]}
          />
        </FormSection>
      </FormSections>
      <CouponField
        name="code"
        label="A code ('KIT10' is right)"
        apply="Apply"
        busy={false}
        verdict={verdict}
        onApply={() =>
          setVerdict(isRight ? { state: 'valid', text: 'Applied: −$10.00' } : { state: 'invalid', text: 'Not valid.' })
        }
      />
      <OrderSummary
        lines={[
          { label: 'Price', value: '$100.00' },
          { label: 'Discount', value: verdict?.state === 'valid' ? '− $10.00' : '− $0.00' },
        ]}
        total={{ label: 'Total', value: verdict?.state === 'valid' ? '$90.00' : '$100.00' }}
      />
      <FormActions>
        <Submit>Buy</Submit>
      </FormActions>
    </Form>
  );
}
