import { readImportUndo, undoImport } from '@vialkeep/contract/import-afterwards.ts';
import { type Import, listImports, readImport } from '@vialkeep/contract/imports.ts';
import { refresh, useApi, useCommand } from '../../../kernel/api/query.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { WarningNote } from '../../../ui/feedback/warning-note.tsx';
import { TextAreaField } from '../../../ui/form/fields/text-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../../ui/overlays/form-modal.tsx';
import { importsTexts } from '../imports.texts.ts';
import { BuiltUponList } from './built-upon-list.tsx';

const texts = importsTexts.undo;

type Props = { of: Import; opened: boolean; onClose: () => void };

/** Says beforehand what was built upon the import; where nothing was, it asks for the reason. */
export function UndoImport({ of, opened, onClose }: Props) {
  return (
    <FormModal opened={opened} title={texts.modal} onClose={onClose}>
      {opened && <Outlook of={of} onClose={onClose} />}
    </FormModal>
  );
}

function Outlook({ of, onClose }: Omit<Props, 'opened'>) {
  const outlook = useApi(readImportUndo, { params: { id: of.id } });
  return (
    <Loaded query={outlook} loading={texts.loading} failed={texts.failed}>
      {({ possible, built_upon }) =>
        possible ? (
          <UndoForm of={of} onClose={onClose} />
        ) : (
          <>
            <WarningNote>{texts.notPossible}</WarningNote>
            <BuiltUponList items={built_upon} />
            <Button onClick={onClose}>{texts.close}</Button>
          </>
        )
      }
    </Loaded>
  );
}

function UndoForm({ of, onClose }: Omit<Props, 'opened'>) {
  const form = useRouteForm(undoImport, { reason: '' });
  const command = useCommand(undoImport, {
    refreshes: [readImport, listImports],
    onDone: onClose,
    // Something may have been built upon it since the dialog was opened.
    onRefused: () => void refresh([readImportUndo, readImport]),
  });
  return (
    <Form
      form={form}
      command={command}
      label={texts.modal}
      onSubmit={(body) => command.run({ params: { id: of.id }, body })}
    >
      <p>{texts.question(of.counts.applied)}</p>
      <Fields>
        <TextAreaField name="reason" label={texts.reason} maxLength={500} rows={2} required />
      </Fields>
      <FormActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Submit danger>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}
