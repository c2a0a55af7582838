import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import { StorageDecision } from '@vialkeep/contract/storage.ts';
import {
  decideStorage,
  listStorageEnrolments,
  listStorageOffers,
  readStorageEnrolment,
  type StorageEnrolment,
} from '@vialkeep/contract/storage-plans.ts';
import { readWaiting } from '@vialkeep/contract/waiting.ts';
import { useApi, useCommand } from '../../../kernel/api/query.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { formatDay, formatDollars } from '../../../ui/display/formats.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useNotices } from '../../../ui/feedback/notices.ts';
import { SelectField } from '../../../ui/form/fields/select-field.tsx';
import { TextAreaField } from '../../../ui/form/fields/text-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../../ui/overlays/form-modal.tsx';
import classes from '../storage-billing.module.css';
import { DecisionValues } from './plan-values.ts';
import { storagePlansTexts } from './storage-plans.texts.ts';

const texts = storagePlansTexts.decide;

type Props = { plan: StorageEnrolment | null; onClose: () => void };

/** Decides on a plan with what the patient has written and signed. */
export function DecideModal({ plan, onClose }: Props) {
  // Shown on the page, because the bar of the modal closes with it.
  const notices = useNotices();
  const close = () => {
    onClose();
    notices.success(texts.done);
  };
  return (
    <FormModal opened={plan !== null} title={texts.title} onClose={onClose}>
      {plan && <LoadedDecision id={plan.id} onDone={close} onCancel={onClose} />}
    </FormModal>
  );
}

type Ends = { onDone: () => void; onCancel: () => void };

function LoadedDecision({ id, ...ends }: Ends & { id: number }) {
  const plan = useApi(readStorageEnrolment, { params: { id } });
  return (
    <Loaded query={plan} loading={texts.loading} failed={texts.failed}>
      {(read) => (
        <div className={classes.parts}>
          <Facts
            facts={[
              [texts.patient, read.patient.name],
              [texts.plan, read.offer.name],
              [texts.paidThrough, formatDay(read.paid_through)],
              [texts.open, read.open_amount > 0 ? formatDollars(read.open_amount) : ''],
              [texts.asked, read.end_note],
            ]}
          />
          {read.may.includes('decide') ? (
            <DecisionForm plan={read} {...ends} />
          ) : (
            <p className={classes.lead}>{texts.underWay}</p>
          )}
        </div>
      )}
    </Loaded>
  );
}

type DecisionFormProps = Ends & { plan: Answer<typeof readStorageEnrolment> };

function DecisionForm({ plan, onDone, onCancel }: DecisionFormProps) {
  const form = useSchemaForm(DecisionValues, { decision: 'keep', note: '', document_id: null });
  const command = useCommand(decideStorage, {
    refreshes: [listStorageEnrolments, listStorageOffers, readWaiting],
    onDone,
  });
  const isEnding = form.getValues().decision === 'end';
  const documents = plan.documents.map(({ id, name, completed_at }) => ({
    value: id,
    label: `${name}, ${formatDay(completed_at)}`,
  }));
  return (
    <Form
      form={form}
      command={command}
      label={texts.title}
      onSubmit={(body) => command.run({ params: { id: plan.id }, body })}
    >
      <Fields>
        <p className={classes.lead}>{texts.lead}</p>
        <SelectField
          name="decision"
          label={texts.decision}
          options={StorageDecision.options.map((value) => ({ value, label: texts.decisions[value] }))}
          required
        />
        {isEnding && documents.length === 0 && <p className={classes.lead}>{texts.noDocument}</p>}
        {isEnding && <SelectField name="document_id" label={texts.document} options={documents} required />}
        <TextAreaField name="note" label={texts.note} rows={3} maxLength={1_000} required />
      </Fields>
      <FormActions>
        <Button onClick={onCancel}>{storagePlansTexts.cancel}</Button>
        <Submit>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}
