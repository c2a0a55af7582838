import { Plan } from '@vialkeep/contract/plans.ts';
import {
  enrolPatient,
  listStorageEnrolments,
  listStorageOffers,
  type StorageOffer,
} from '@vialkeep/contract/storage-plans.ts';
import { payeesOf } from '../../../components/money/payees.ts';
import { useCommand } from '../../../kernel/api/query.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { formatDollars, today } from '../../../ui/display/formats.ts';
import { useNotices } from '../../../ui/feedback/notices.ts';
import { DateField } from '../../../ui/form/fields/date-fields.tsx';
import { EntitySelect } from '../../../ui/form/fields/entity-select.tsx';
import { SelectField } from '../../../ui/form/fields/select-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../../ui/overlays/form-modal.tsx';
import classes from '../storage-billing.module.css';
import { EnrolmentValues } from './plan-values.ts';
import { storagePlansTexts } from './storage-plans.texts.ts';

const texts = storagePlansTexts.enrol;

type Props = { opened: boolean; offers: readonly StorageOffer[]; onClose: () => void };

/** Enrols a patient in a plan of the patient's site. */
export function EnrolModal({ opened, offers, onClose }: Props) {
  // Shown on the page, because the bar of the modal closes with it.
  const notices = useNotices();
  const close = () => {
    onClose();
    notices.success(texts.done);
  };
  return (
    <FormModal opened={opened} title={texts.title} onClose={onClose}>
      {opened && <EnrolForm offers={offers} onDone={close} onCancel={onClose} />}
    </FormModal>
  );
}

type EnrolFormProps = { offers: readonly StorageOffer[]; onDone: () => void; onCancel: () => void };

function EnrolForm({ offers, onDone, onCancel }: EnrolFormProps) {
  const form = useSchemaForm(EnrolmentValues, { patient_id: null, offer_id: null, starts_on: today() });
  const command = useCommand(enrolPatient, { refreshes: [listStorageEnrolments, listStorageOffers], onDone });
  const chosen = offers.find(({ id }) => id === form.getValues().offer_id);
  return (
    <Form
      form={form}
      command={command}
      label={texts.title}
      onSubmit={({ patient_id, offer_id, starts_on }) =>
        // The form has checked that both are there.
        command.run({ body: { patient_id: patient_id ?? 0, offer_id: offer_id ?? 0, starts_on } })
      }
    >
      <Fields>
        <p className={classes.lead}>{texts.lead}</p>
        <SelectField name="offer_id" label={texts.offer} options={offers.map(optionOf)} required />
        <EntitySelect
          name="patient_id"
          label={texts.patient}
          source={payeesOf(chosen?.domain_id ?? null, [Plan.generalMember])}
          required
        />
        <DateField name="starts_on" label={texts.startsOn} min={today()} required />
      </Fields>
      <FormActions>
        <Button onClick={onCancel}>{storagePlansTexts.cancel}</Button>
        <Submit>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}

function optionOf({ id, name, price, site }: StorageOffer) {
  return { value: id, label: `${name}, ${formatDollars(price)} (${site})` };
}
