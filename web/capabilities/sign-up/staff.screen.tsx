import { useLocation } from '@tanstack/react-router';
import { createHarvestCenter, StaffSignUp } from '@vialkeep/contract/sign-up.ts';
import { useEffect, useEffectEvent } from 'react';
import { useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { forgetSignUpSigning } from '../../kernel/signing/sign-up-signing.ts';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import { FullScreenCard } from '../../ui/overlays/full-screen-card.tsx';
import { ClinicFields, noClinic, noPerson, PersonFields, SignUpAddress } from './fields.tsx';
import { Invitation, InvitingCenter, useInvitingCenter } from './invitation.tsx';
import { linkedIds } from './linked-ids.ts';
import { signUpTexts as texts } from './sign-up.texts.ts';
import { useCreated } from './use-created.tsx';

const { title, created: createdTitle } = texts.pages.staff;

/** The typed fields; the centers from the link are added on submit. */
const Details = StaffSignUp.omit({ staff_hc_ids: true });

/**
 * The sign-up page of staff (F155). Without a center in the link the page opens too, and an administrator links the
 * account later (U-47).
 */
export function StaffScreen() {
  const hcids = linkedIds(useLocation().searchStr, 'hcid');
  const form = useSchemaForm(Details, { ...noPerson, ...noClinic });
  const { created, modal } = useCreated(createdTitle, form.reset);
  const command = useCommand(createHarvestCenter, { onDone: ({ message }) => created(message) });
  const { data: center } = useInvitingCenter(hcids[0]);

  // Prefills the clinic from the link, unless the user has typed another (C-05).
  const fillIn = useEffectEvent((known: { company: string; phone_number: string }) => {
    const { company, phone_number } = form.getValues();
    const filled = { company: company || known.company, phone_number: phone_number || known.phone_number };
    form.setInitialValues({ ...form.getInitialValues(), ...known });
    form.setValues(filled);
  });
  useEffect(() => {
    if (center) fillIn(center);
  }, [center]);

  return (
    <FullScreenCard
      title={title}
      lead={hcids.length > 0 ? texts.invitation.approval : undefined}
      width="medium"
      logoTo={linkTo(addresses.login)}
    >
      {hcids.length > 0 && (
        <Invitation>
          {hcids.slice(0, MOST_SHOWN).map((id) => (
            <InvitingCenter key={id} id={id} how={texts.invitation.to} />
          ))}
        </Invitation>
      )}
      <Form
        form={form}
        command={command}
        label={title}
        draft="sign-up staff"
        onSubmit={(body) => {
          // The staff sign-up removes the signing flag, as specified.
          forgetSignUpSigning();
          const sent = { ...body, subscription: 9 as const, saless_rep_id: null, staff_hc_ids: hcids.join(',') };
          return command.run({ body: sent, anonymous: true });
        }}
      >
        <Fields>
          <PersonFields />
          <ClinicFields />
        </Fields>
        <SignUpAddress of="staff" />
        <FormActions>
          <Submit>{texts.submit}</Submit>
        </FormActions>
      </Form>
      {modal}
    </FullScreenCard>
  );
}

const MOST_SHOWN = 5;
