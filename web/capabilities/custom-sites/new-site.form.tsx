import { createCustomSite, listCustomSites } from '@vialkeep/contract/custom-sites.ts';
import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { Form } from '../../ui/form/form.tsx';
import { FieldGroup, Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import { Card } from '../../ui/layout/card.tsx';
import { BrandPreview } from './brand-preview.tsx';
import classes from './custom-sites.module.css';
import { customSitesTexts } from './custom-sites.texts.ts';
import { AdminFields, NameFields, SettingsFields } from './site-fields.tsx';
import { noAdmin, noSettings, TypedSite } from './typed-site.ts';

const texts = customSitesTexts.form;

type Props = { onBegun: (id: DomainId, typed: TypedSite) => void };

/** Sends the first step itself, so that a refused address is shown at its field. */
export function NewSiteForm({ onBegun }: Props) {
  const notices = useNotices();
  const form = useSchemaForm(TypedSite, { ...noAdmin, ...noSettings, name: '', url: texts.urlStart });
  const command = useCommand(createCustomSite, { refreshes: [listCustomSites] });
  const { name, colour, logo } = form.getValues();

  return (
    <div className={classes.beside}>
      <Card>
        <Form
          form={form}
          command={command}
          refusedText={customSitesTexts.failed}
          label={texts.label}
          onSubmit={async (values) => {
            const begun = await command.run({ body: { name: values.name, url: values.url } });
            if (begun === null) return null;
            notices.success(begun.message, { inTurn: true });
            onBegun(begun.id, values);
            return begun;
          }}
        >
          <FieldGroup legend={texts.admin}>
            <AdminFields />
          </FieldGroup>
          <FieldGroup legend={texts.settings}>
            <Fields>
              <NameFields />
              <SettingsFields />
            </Fields>
          </FieldGroup>
          <FormActions>
            <Submit>{texts.submit}</Submit>
          </FormActions>
        </Form>
      </Card>
      <BrandPreview name={name} colour={colour} logo={logo} />
    </div>
  );
}
