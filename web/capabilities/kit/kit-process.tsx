import { ProcessFields } from '../../components/sample/process-fields.tsx';
import { ProcessValues, processValuesOf } from '../../components/sample/process-values.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { CollapsibleGroup } from '../../ui/form/layout/collapsible-group.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../ui/form/state/use-route-form.ts';

export function KitProcess() {
  const notices = useNotices();
  const form = useSchemaForm(ProcessValues, {
    ...processValuesOf(null),
    date_adipose_received_by_lab: '2026-10-01',
    sterility_start_date: '2026-11-04',
  });
  return (
    <Form form={form} label="Processing" onSubmit={async () => notices.success('Patient has been updated!')}>
      <ProcessFields />
      <CollapsibleGroup legend="What most visits do not need" names={['lab_id']}>
        <Fields>
          <TextField name="lab_id" label="Lab ID once more" />
        </Fields>
      </CollapsibleGroup>
      <FormActions>
        <Submit>Submit</Submit>
      </FormActions>
    </Form>
  );
}
