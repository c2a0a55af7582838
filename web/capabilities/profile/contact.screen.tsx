import { Anchor } from '@mantine/core';
import { Email, PhoneNumber, requiredText } from '@vialkeep/contract/kernel/text.ts';
import { useState } from 'react';
import { z } from 'zod';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { hasPage } from '../../kernel/navigation/page-registry.ts';
import { useUser } from '../../kernel/session/session.ts';
import { site } from '../../kernel/site.ts';
import { MenuButton } from '../../ui/actions/menu-button.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { EmailField, PhoneField, TextAreaField, TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { MessageModal } from '../../ui/overlays/message-modal.tsx';
import { mailtoLink } from './mailto-link.ts';
import { profileTexts } from './profile.texts.ts';

const texts = profileTexts.contact;

const Question = z.object({
  name: requiredText('Name', 100),
  email: Email,
  phone: PhoneNumber,
  message: requiredText('Message', 2000),
});

/** The form sends nothing to the server; it says so and opens the user's email program with the message. */
export function ContactScreen() {
  const user = useUser();
  const notices = useNotices();
  const [letter, setLetter] = useState<string | null>(null);
  const form = useSchemaForm(Question, {
    name: user.username,
    email: user.email,
    phone: user.phone_number,
    message: '',
  });

  const options = [
    {
      label: texts.copySupport,
      onSelect: () => void navigator.clipboard.writeText(site.support_email).then(() => notices.success(texts.copied)),
    },
    ...(hasPage(addresses.resourceCenter)
      ? [{ label: texts.openResources, to: linkTo(addresses.resourceCenter) }]
      : []),
  ];

  return (
    <Screen title={texts.heading} status={texts.lead}>
      <Card>
        <Form
          form={form}
          label={texts.title}
          onSubmit={async (question) => setLetter(mailtoLink(site.support_email, question))}
        >
          <Fields>
            <Fields columns={2}>
              <TextField name="name" label={texts.name} autoComplete="name" required />
              <EmailField name="email" label={texts.email} required />
              <PhoneField name="phone" label={texts.phone} />
            </Fields>
            <TextAreaField name="message" label={texts.message} help={texts.messageHelp} rows={6} required />
          </Fields>
          <FormActions>
            <MenuButton label={texts.options} entries={options} />
            <Submit>{texts.submit}</Submit>
          </FormActions>
        </Form>
      </Card>
      <MessageModal opened={letter !== null} title={texts.done} close={texts.close} onClose={() => setLetter(null)}>
        <p>{texts.explanation}</p>
        <Anchor href={letter ?? ''}>{texts.write(site.support_email)}</Anchor>
      </MessageModal>
    </Screen>
  );
}
