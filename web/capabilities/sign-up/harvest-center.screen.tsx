import { useLocation } from '@tanstack/react-router';
import { Plan } from '@vialkeep/contract/plans.ts';
import { createHarvestCenter, HarvestCenterSignUp } from '@vialkeep/contract/sign-up.ts';
import { useState } from 'react';
import { useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { useSession } from '../../kernel/session/session.ts';
import { signUpSigning } from '../../kernel/signing/sign-up-signing.ts';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { draftKey } from '../../ui/form/state/drafts.ts';
import { useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import { Wizard } from '../../ui/layout/wizard.tsx';
import { FullScreenCard } from '../../ui/overlays/full-screen-card.tsx';
import { ClinicFields, noClinic, noPerson, PersonFields, SignUpAddress } from './fields.tsx';
import { Invitation, InvitedByRep } from './invitation.tsx';
import { linkedIds } from './linked-ids.ts';
import { signUpTexts as texts } from './sign-up.texts.ts';
import { SigningStep } from './signing-step.tsx';
import { useCreated } from './use-created.tsx';
import { useSignUpSigning } from './use-sign-up-signing.ts';

const { title, created: createdTitle } = texts.pages.harvestCenter;
const words = texts.signing;

const DRAFT = 'sign-up harvest center';

/** The typed fields; the ids from the link and the signature are added on submit. */
const Details = HarvestCenterSignUp.omit({ saless_rep_id: true, template_id: true, document_id: true });

/** The clinic's details, then its signature (F153). */
export function HarvestCenterScreen() {
  const [srid = ''] = linkedIds(useLocation().searchStr, 'srid');
  const userId = useSession()?.user.id ?? null;
  const [at, setAt] = useState(0);
  const form = useSchemaForm(Details, { ...noPerson, ...noClinic });
  const signing = useSignUpSigning();
  const { created, modal } = useCreated(createdTitle, () => {
    form.reset();
    signing.forget();
    sessionStorage.removeItem(draftKey(userId, DRAFT));
    setAt(0);
  });
  const command = useCommand(createHarvestCenter, {
    onDone: ({ message }) => created(message),
    onRefused: ({ fields }) => {
      // Refused fields are in the first step; an invalid signature must also be given again from there.
      if (Object.keys(fields).length > 0) setAt(0);
      if ('document_id' in fields) signing.forget();
    },
  });

  const submit = () => {
    const signed = signUpSigning();
    void command.run({
      body: {
        ...form.getValues(),
        subscription: Plan.harvestCenter,
        saless_rep_id: srid,
        template_id: signed?.templateId,
        document_id: signed?.docId,
      },
      anonymous: true,
    });
  };

  return (
    <FullScreenCard title={title} width={at === 0 ? 'medium' : 'wide'} logoTo={linkTo(addresses.login)}>
      <Wizard
        label={title}
        at={at}
        onStep={setAt}
        steps={[
          {
            name: words.details,
            title: words.details,
            content: (
              <>
                <Invitation>
                  <InvitedByRep id={srid} />
                </Invitation>
                <Form
                  form={form}
                  command={command}
                  label={title}
                  draft={DRAFT}
                  onSubmit={(details) => {
                    signing.begin(details);
                    setAt(1);
                    // Nothing is sent yet, so the draft must stay.
                    return Promise.resolve(null);
                  }}
                >
                  <Fields>
                    <PersonFields doctor />
                    <ClinicFields />
                  </Fields>
                  <SignUpAddress of="harvestCenter" />
                  <FormActions>
                    <Submit>{words.next}</Submit>
                  </FormActions>
                </Form>
              </>
            ),
          },
          {
            name: words.sign,
            title: words.signTitle,
            content: signing.state && (
              <SigningStep signing={signing} state={signing.state} busy={command.busy} onSubmit={submit} />
            ),
          },
        ]}
      />
      {modal}
    </FullScreenCard>
  );
}
