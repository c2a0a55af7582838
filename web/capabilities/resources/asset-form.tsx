import type { AssetId, DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { planNames } from '@vialkeep/contract/plans.ts';
import {
  type AdministeredAsset,
  createAsset,
  listAssets,
  readAsset,
  updateAsset,
} from '@vialkeep/contract/resources.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { useEffect, useEffectEvent } from 'react';
import type { Failure } from '../../kernel/api/failure.ts';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import { knownPaths } from '../../kernel/navigation/page-registry.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { MultiSelectField, SelectField } from '../../ui/form/fields/select-field.tsx';
import { TagsField } from '../../ui/form/fields/tags-field.tsx';
import { TextAreaField, TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { type FormOf, useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import { AssetShape, type AssetValues, buildAssetUpdate, buildAssetValues, newAsset } from './asset-values.ts';
import { FileRows } from './file-rows.tsx';
import { LinkRows } from './link-rows.tsx';
import { membershipsAround } from './membership-labels.ts';
import { resourcesTexts } from './resources.texts.ts';
import { KeptItems } from './stored-items.tsx';

const texts = resourcesTexts.form;

export function NewAsset({ onDone }: { onDone: () => void }) {
  const notices = useNotices();
  const form = useSchemaForm(AssetShape, buildAssetValues(null));
  const command = useCommand(createAsset, {
    refreshes: [listAssets],
    onDone: () => notices.success(texts.created, { onSucceeded: onDone }),
  });
  return (
    <AssetForm
      form={form}
      asset={null}
      label={texts.add}
      command={command}
      onSubmit={(values) => command.run({ body: newAsset(values) })}
    />
  );
}

export function EditAsset({ id, onDone }: { id: AssetId; onDone: () => void }) {
  const asset = useApi(readAsset, { params: { id } });
  return (
    <Loaded query={asset} loading={texts.loading} failed={texts.failed}>
      {(answer) => <EditForm asset={answer} onDone={onDone} />}
    </Loaded>
  );
}

function EditForm({ asset, onDone }: { asset: AdministeredAsset; onDone: () => void }) {
  const notices = useNotices();
  const form = useSchemaForm(AssetShape, buildAssetValues(asset));
  const command = useCommand(updateAsset, {
    refreshes: [listAssets, readAsset],
    onDone: () => notices.success(texts.updated, { onSucceeded: onDone }),
  });
  return (
    <AssetForm
      form={form}
      asset={asset}
      label={texts.edit}
      command={command}
      onSubmit={(values) => command.run({ params: { id: asset.id }, body: buildAssetUpdate(asset, values) })}
    />
  );
}

type Props = {
  form: FormOf<AssetValues>;
  /** The asset to edit; null for a new one. */
  asset: AdministeredAsset | null;
  label: string;
  command: { busy: boolean; refusal: Failure | null };
  onSubmit: (values: AssetValues) => Promise<unknown>;
};

function AssetForm({ form, asset, label, command, onSubmit }: Props) {
  const domains = useApi(listDomains, {});
  const accounts = membershipsAround(asset ? [asset] : []).map((plan) => ({ value: plan, label: planNames[plan] }));
  useOnlySite(form, asset === null && domains.data?.length === 1 ? domains.data[0]?.value : undefined);

  return (
    <Form form={form} command={command} label={label} onSubmit={onSubmit}>
      <Fields>
        <TextField name="asset_name" label={texts.name} help={texts.nameHelp} autoComplete="off" required />
        <TextAreaField
          name="description"
          label={texts.description}
          placeholder={texts.descriptionPlaceholder}
          rows={3}
          required
        />
        <MultiSelectField name="memberships" label={texts.accounts} options={accounts} />
        <SelectField name="domain_id" label={texts.domain} help={texts.domainHelp} options={domains.data ?? []} />
        <TagsField name="sections" label={texts.sections} help={texts.sectionsHelp} suggestions={knownPaths()} />
      </Fields>
      <LinkRows form={form} kept={<KeptItems form={form} asset={asset} type="link" />} />
      <FileRows form={form} kept={<KeptItems form={form} asset={asset} type="file" />} />
      <FormActions>
        <Submit>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}

/** With a single site there is nothing to choose. */
function useOnlySite(form: FormOf<AssetValues>, only: DomainId | undefined): void {
  const choose = useEffectEvent((domain_id: DomainId) => {
    form.setInitialValues({ ...form.getInitialValues(), domain_id });
    form.setFieldValue('domain_id', domain_id);
  });
  useEffect(() => {
    if (only !== undefined) choose(only);
  }, [only]);
}
