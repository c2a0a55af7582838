import { listPatientOptionsOfCenter, listPatientOptionsOfReferralCenter } from '@vialkeep/contract/patients.ts';
import { MOST_PIECES } from '@vialkeep/contract/quote.ts';
import { call } from '../../../kernel/api/api.ts';
import { useUser } from '../../../kernel/session/session.ts';
import { formatDay, today } from '../../../ui/display/formats.ts';
import { DateField } from '../../../ui/form/fields/date-fields.tsx';
import { EntitySelect } from '../../../ui/form/fields/entity-select.tsx';
import { NumberField } from '../../../ui/form/fields/number-field.tsx';
import { Fields } from '../../../ui/form/layout/form-layout.tsx';
import { FormSection } from '../../../ui/form/layout/form-section.tsx';
import type { EntitySource } from '../../../ui/form/state/use-entity-list.ts';
import { checkoutTexts } from '../checkout.texts.ts';
import type { Asks } from '../checkout-fields.ts';
import type { CheckoutValues } from '../checkout-values.ts';

const { labels, sections, summaries } = checkoutTexts;

const names = ['patient_id', 'product_quantity', 'shipping_date'];

/** Asks for the patient, the quantity and the date (F098–F100). */
export function OrderSection({ asks, values }: { asks: Asks; values: CheckoutValues }) {
  return (
    <FormSection title={sections.order} summary={summaryOf(asks, values)} names={names}>
      <Fields>
        {asks.patient && <PatientField isRequired={asks.patient === 'required'} buyer={asks.buyer} />}
        <Fields columns={2}>
          <NumberField name="product_quantity" label={labels.quantity} min={1} max={MOST_PIECES} required />
          {asks.shippingDate && <DateField name="shipping_date" label={labels.shippingDate} min={today()} required />}
        </Fields>
      </Fields>
    </FormSection>
  );
}

function PatientField({ isRequired, buyer }: { isRequired: boolean; buyer: Asks['buyer'] }) {
  const { id } = useUser();
  const route = buyer === 'center' ? listPatientOptionsOfCenter : listPatientOptionsOfReferralCenter;
  const source: EntitySource = {
    search: {
      name: `patients of ${buyer} ${id}`,
      ask: async (typed, signal) => ({
        options: await call(route, { params: { id }, query: { search: typed || undefined }, signal }),
      }),
    },
  };
  return (
    <EntitySelect
      name="patient_id"
      label={labels.patient}
      help={isRequired ? undefined : labels.patientHelp}
      required={isRequired}
      source={source}
    />
  );
}

function summaryOf(asks: Asks, { patient_id, product_quantity, shipping_date }: CheckoutValues): string {
  const parts = [
    asks.patient && (patient_id === null ? summaries.noPatient : summaries.forPatient),
    summaries.pieces(product_quantity ?? 0),
    asks.shippingDate && summaries.ships(formatDay(shipping_date)),
  ];
  return parts.filter(Boolean).join(', ');
}
