import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import { holdsName, nameDiffersMessage } from '@vialkeep/contract/signer-name.ts';
import { type readSigning, SIGNING_CONSENT, sign } from '@vialkeep/contract/signing.ts';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { useCommand } from '../../kernel/api/query.ts';
import { NoticeBar } from '../../ui/feedback/notice-bar.tsx';
import { CheckboxField } from '../../ui/form/fields/choice-fields.tsx';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import { DeclineButton } from './decline-button.tsx';
import { SignaturePad } from './signature-pad.tsx';
import { signingTexts } from './signing.texts.ts';
import { type Drawing, fitToSignatureLine } from './strokes.ts';

const texts = signingTexts.page;

/** The server's rule, so that a wrong name is reported before submitting. */
const signatureOf = (signer: string) =>
  z.object({
    full_name: sign.body.shape.full_name.refine((typed) => holdsName(typed, signer), nameDiffersMessage(signer)),
    agrees: z.boolean().refine((agrees) => agrees, texts.mustAgree),
  });

type Props = { signingId: string; paper: Answer<typeof readSigning> };

export function SignForm({ signingId, paper }: Props) {
  const [drawing, setDrawing] = useState<Drawing>([]);
  const schema = useMemo(() => signatureOf(paper.signer), [paper.signer]);
  const form = useSchemaForm(schema, { full_name: '', agrees: false });
  const command = useCommand(sign, {
    // Replaces this page in the history, so that Back skips it.
    onDone: ({ return_to }) => location.replace(return_to),
  });

  return (
    <div>
      <NoticeBar />
      <Form
        form={form}
        command={command}
        label={texts.sign}
        onSubmit={({ full_name }) =>
          command.run({
            params: { signingId },
            body: { full_name, agrees: true, drawn: drawing.length > 0 ? fitToSignatureLine(drawing) : undefined },
          })
        }
      >
        <Fields>
          <TextField
            name="full_name"
            label={texts.name}
            help={texts.nameHelp(paper.signer)}
            autoComplete="name"
            maxLength={200}
            required
          />
          <SignaturePad drawing={drawing} onDraw={setDrawing} />
          <CheckboxField name="agrees" label={SIGNING_CONSENT} help={texts.agreeHelp} required />
        </Fields>
        <FormActions>
          <DeclineButton signingId={signingId} returnTo={paper.return_to} />
          <Submit busyText={texts.submitting}>{texts.submit}</Submit>
        </FormActions>
      </Form>
    </div>
  );
}
