import {
  LabelFile,
  type ListedLabel,
  readLabel,
  updateLabel,
  updateLabelAndNotify,
  uploadLabelFile,
} from '@vialkeep/contract/labels.ts';
import { useState } from 'react';
import { call } from '../../kernel/api/api.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { OutsideLink } from '../../ui/actions/link.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { FileField } from '../../ui/form/fields/file-field.tsx';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { type ChangedField, ChangedMeanwhile } from '../../ui/form/layout/changed-meanwhile.tsx';
import { Fields, FormActions } from '../../ui/form/layout/form-layout.tsx';
import { useFormContext } from '../../ui/form/state/form-context.ts';
import { FieldError } from '../../ui/form/state/use-field.tsx';
import { useVersionedForm } from '../../ui/form/state/use-versioned-form.ts';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import { GetLabel } from './get-label.tsx';
import { labelAddress } from './label-address.ts';
import { type FileValues, fieldsOf, mergedFields } from './label-file-values.ts';
import { labelRoutes } from './label-routes.ts';
import { labelsTexts } from './labels.texts.ts';

const texts = labelsTexts.file;

/** Sets the label's file and tracking, typed or from the carrier (F117, F118). */
export function LabelFileModal({ label, onClose }: { label: ListedLabel | null; onClose: () => void }) {
  return (
    <FormModal opened={label !== null} title={texts.title} onClose={onClose}>
      {label && <LabelParts key={label.id} label={label} onDone={onClose} />}
    </FormModal>
  );
}

/** Fills in the carrier's label, so that it can be announced at once. */
function LabelParts({ label, onDone }: { label: ListedLabel; onDone: () => void }) {
  const [madeVersion, setMadeVersion] = useState(Infinity);
  const isMade = label.version >= madeVersion;
  return (
    <>
      {label.may.includes('make') && <GetLabel label={label} onMade={setMadeVersion} />}
      <LabelFileForm key={isMade ? 'made' : 'opened'} label={label} onDone={onDone} />
    </>
  );
}

function LabelFileForm({ label, onDone }: { label: ListedLabel; onDone: () => void }) {
  const notices = useNotices();
  const [andSend, setAndSend] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const { form, base, before, onRefused } = useVersionedForm<ListedLabel, typeof LabelFile>({
    opened: label,
    schema: LabelFile,
    valuesOf: fieldsOf,
    merged: mergedFields,
    readAgain: () => call(readLabel, { params: { id: label.id } }),
  });
  const done = (message: string) => () => {
    setSaved(true);
    notices.success(message, { onSucceeded: onDone });
  };
  const save = useCommand(updateLabel, { refreshes: labelRoutes, onDone: done(texts.saved), onRefused });
  const notify = useCommand(updateLabelAndNotify, {
    refreshes: labelRoutes,
    onDone: done(texts.savedAndSent),
    onRefused,
  });
  const submit = (values: FileValues) => {
    const input = { params: { id: base.id }, body: { ...values, version: base.version } };
    return andSend ? notify.run(input) : save.run(input);
  };

  return (
    <Form form={form} command={andSend ? notify : save} onSubmit={submit} label={texts.title}>
      {before && <ChangedMeanwhile changes={buildLabelChanges(before, base)} />}
      <Fields>
        <FileField
          route={uploadLabelFile}
          input={{ body: { type: 'fedexlabel' } }}
          label={texts.file}
          help={`${texts.fileHelp}.`}
          error={form.errors['pdf_file'] && <FieldError>{form.errors['pdf_file']}</FieldError>}
          onUploaded={({ filename }) => {
            form.setFieldValue('pdf_file', filename);
            form.clearFieldError('pdf_file');
          }}
        />
        {base.pdf_file && (
          <OutsideLink href={labelAddress(base.pdf_file)}>{labelsTexts.administered.seeFile}</OutsideLink>
        )}
        <TextField name="tracking_link" label={texts.trackingLink} inputMode="url" autoComplete="off" required />
        <TextField name="tracking_number" label={texts.trackingNumber} autoComplete="off" required />
      </Fields>
      <FormActions>
        <SaveButtons isSaved={isSaved} andSend={andSend} onChoose={setAndSend} />
      </FormActions>
    </Form>
  );
}

type SaveProps = { isSaved: boolean; andSend: boolean; onChoose: (andSend: boolean) => void };

/** Both buttons are disabled during an upload. */
function SaveButtons({ isSaved, andSend, onChoose }: SaveProps) {
  const { busy, waiting } = useFormContext();
  const disabled = isSaved || busy || waiting;
  return (
    <>
      <Button type="submit" disabled={disabled} busy={busy && !andSend} onClick={() => onChoose(false)}>
        {texts.save}
      </Button>
      <Button type="submit" kind="primary" disabled={disabled} busy={busy && andSend} onClick={() => onChoose(true)}>
        {texts.saveAndSend}
      </Button>
    </>
  );
}

function buildLabelChanges(before: ListedLabel, now: ListedLabel): ChangedField[] {
  // File names are random, so the change is described in words.
  const file = { label: texts.file, from: before.pdf_file && texts.fileBefore, to: texts.fileNow };
  const fields = [
    { label: texts.trackingLink, from: before.tracking_link, to: now.tracking_link },
    { label: texts.trackingNumber, from: before.tracking_number, to: now.tracking_number },
  ];
  return [...(before.pdf_file === now.pdf_file ? [] : [file]), ...fields.filter(({ from, to }) => from !== to)];
}
