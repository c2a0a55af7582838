import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { FieldGroup } from '../../ui/form/layout/form-layout.tsx';
import type { FormOf } from '../../ui/form/state/use-route-form.ts';
import classes from './asset-form.module.css';
import type { AssetValues } from './asset-values.ts';
import { resourcesTexts } from './resources.texts.ts';

const texts = resourcesTexts.form;

/** New links, below the existing ones. */
export function LinkRows({ form, kept }: { form: FormOf<AssetValues>; kept: ReactNode }) {
  return (
    <FieldGroup legend={texts.links}>
      {kept}
      {form.getValues().links.map(({ key }, at) => (
        <div key={key} className={classes.row}>
          <div className={classes.fields}>
            <TextField name={`links.${at}.path`} label={texts.link} placeholder="https://" inputMode="url" required />
            <TextField name={`links.${at}.name`} label={texts.linkName} autoComplete="off" />
          </div>
          <IconButton
            name={texts.removeRow(`${texts.link} ${at + 1}`)}
            icon={<IconX size={18} />}
            onClick={() => form.removeListItem('links', at)}
          />
        </div>
      ))}
      <Button
        size="xs"
        icon={<IconPlus size={14} aria-hidden />}
        onClick={() => form.insertListItem('links', { key: Date.now(), path: '', name: '' })}
      >
        {texts.moreLinks}
      </Button>
    </FieldGroup>
  );
}
