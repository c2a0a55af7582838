import { useLocation } from '@tanstack/react-router';
import { verifyCode, verifyFile } from '@vialkeep/contract/documents.ts';
import { requiredText } from '@vialkeep/contract/kernel/text.ts';
import { useState } from 'react';
import { z } from 'zod';
import { useCommand } from '../../../kernel/api/query.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { FileField } from '../../../ui/form/fields/file-field.tsx';
import { TextField } from '../../../ui/form/fields/text-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions, Submit } from '../../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../../ui/form/state/use-route-form.ts';
import { FullScreenCard } from '../../../ui/overlays/full-screen-card.tsx';
import { signingTexts } from '../signing.texts.ts';
import classes from './verify.module.css';
import { type Checked, VerifyResult } from './verify-result.tsx';

const texts = signingTexts.verify;

/** Public: verifies a signed document. Neither the request nor the answer contains a name. */
export function VerifyScreen() {
  const [checked, setChecked] = useState<Checked | null>(null);
  return (
    <FullScreenCard title={texts.title} lead={texts.lead} width="medium">
      {checked ? (
        <div className={classes.ways}>
          <VerifyResult checked={checked} />
          <Button onClick={() => setChecked(null)}>{texts.again}</Button>
        </div>
      ) : (
        <div className={classes.ways}>
          <FileField
            route={verifyFile}
            input={{}}
            label={texts.fileLabel}
            help={texts.fileHelp}
            choose={texts.choose}
            onUploaded={(answer) => setChecked({ by: 'file', answer })}
          />
          <CodeForm onChecked={setChecked} />
        </div>
      )}
    </FullScreenCard>
  );
}

const Code = z.object({ code: requiredText('Code', 40) });

function CodeForm({ onChecked }: { onChecked: (checked: Checked) => void }) {
  // A printed code can be a link that carries the code.
  const given = new URLSearchParams(useLocation().searchStr).get('code') ?? '';
  const form = useSchemaForm(Code, { code: given });
  const command = useCommand(verifyCode, { onDone: (answer) => onChecked({ by: 'code', answer }) });
  return (
    <Form
      form={form}
      command={command}
      label={texts.code}
      onSubmit={({ code }) => command.run({ params: { code: code.trim() } })}
    >
      <TextField name="code" label={texts.codeLabel} help={texts.codeHelp} autoComplete="off" maxLength={40} required />
      <FormActions>
        <Submit>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}
