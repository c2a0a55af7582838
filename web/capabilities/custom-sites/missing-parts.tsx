import type { CustomSite } from '@vialkeep/contract/custom-sites.ts';
import { Form } from '../../ui/form/form.tsx';
import { FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import { Card } from '../../ui/layout/card.tsx';
import { customSitesTexts } from './custom-sites.texts.ts';
import type { Typed } from './next-step.ts';
import { AdminFields, SettingsFields } from './site-fields.tsx';
import { noAdmin, noSettings, TypedAdmin, TypedSettings } from './typed-site.ts';

const texts = customSitesTexts.form;

/** Asks for the input that an abandoned registration still needs; renders nothing if complete. */
export function MissingParts({ site, typed, onTyped }: Props) {
  if (!site.configured) return <MissingSettings onTyped={onTyped} />;
  if (site.admin_email === null) return <MissingAdmin typed={typed} onTyped={onTyped} />;
  return null;
}

type Props = {
  site: CustomSite;
  /** Earlier input that the server refused. */
  typed: Typed;
  onTyped: (typed: Typed) => void;
};

function MissingSettings({ onTyped }: Pick<Props, 'onTyped'>) {
  const form = useSchemaForm(TypedSettings, noSettings);
  return (
    <Card title={texts.settings}>
      <Form form={form} label={texts.settings} onSubmit={onTyped}>
        <SettingsFields />
        <FormActions>
          <Submit>{texts.goOn}</Submit>
        </FormActions>
      </Form>
    </Card>
  );
}

function MissingAdmin({ typed, onTyped }: Pick<Props, 'typed' | 'onTyped'>) {
  const { first_name, last_name, email, phone } = { ...noAdmin, ...typed };
  const form = useSchemaForm(TypedAdmin, { ...noAdmin, first_name, last_name, email, phone });
  return (
    <Card title={texts.admin}>
      <Form form={form} label={texts.admin} onSubmit={onTyped}>
        <AdminFields />
        <FormActions>
          <Submit>{texts.goOn}</Submit>
        </FormActions>
      </Form>
    </Card>
  );
}
