import { IconPlus, IconX } from '@tabler/icons-react';
import { uploadAssetFile } from '@vialkeep/contract/resources.ts';
import type { ReactNode } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { FileField } from '../../ui/form/fields/file-field.tsx';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { FieldGroup } from '../../ui/form/layout/form-layout.tsx';
import { FieldError } from '../../ui/form/state/use-field.tsx';
import type { FormOf } from '../../ui/form/state/use-route-form.ts';
import classes from './asset-form.module.css';
import type { AssetValues } from './asset-values.ts';
import { resourcesTexts } from './resources.texts.ts';

const texts = resourcesTexts.form;

/** New files: each is uploaded at once and linked to the asset when the form is sent. */
export function FileRows({ form, kept }: { form: FormOf<AssetValues>; kept: ReactNode }) {
  return (
    <FieldGroup legend={texts.files}>
      {kept}
      {form.getValues().files.map(({ key }, at) => (
        <div key={key} className={classes.row}>
          <div className={classes.fields}>
            <FileField
              route={uploadAssetFile}
              input={{ body: { type: 'processing' } }}
              label={texts.file}
              required
              error={errorOf(form.errors[`files.${at}.path`])}
              onUploaded={({ filename }) => {
                form.setFieldValue(`files.${at}.path`, filename);
                form.clearFieldError(`files.${at}.path`);
              }}
            />
            <TextField name={`files.${at}.name`} label={texts.fileName} autoComplete="off" required />
          </div>
          <IconButton
            name={texts.removeRow(`${texts.file} ${at + 1}`)}
            icon={<IconX size={18} />}
            onClick={() => form.removeListItem('files', at)}
          />
        </div>
      ))}
      <Button
        size="xs"
        icon={<IconPlus size={14} aria-hidden />}
        onClick={() => form.insertListItem('files', { key: Date.now(), path: '', name: '' })}
      >
        {texts.moreFiles}
      </Button>
    </FieldGroup>
  );
}

function errorOf(error: ReactNode): ReactNode {
  return error ? <FieldError>{error}</FieldError> : undefined;
}
