import { useLocation } from '@tanstack/react-router';
import { Plan } from '@vialkeep/contract/plans.ts';
import { createHarvestCenter, ReferralCenterSignUp } from '@vialkeep/contract/sign-up.ts';
import { useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import { FullScreenCard } from '../../ui/overlays/full-screen-card.tsx';
import { ClinicFields, noClinic, noPerson, PersonFields, SignUpAddress } from './fields.tsx';
import { Invitation, InvitedByRep, InvitingCenter } from './invitation.tsx';
import { linkedIds } from './linked-ids.ts';
import { signUpTexts as texts } from './sign-up.texts.ts';
import { useCreated } from './use-created.tsx';

const { title, created: createdTitle } = texts.pages.referralCenter;

/** The typed fields; the ids from the link are added on submit. */
const Details = ReferralCenterSignUp.omit({ saless_rep_id: true, hc_id: true });

/** The sign-up page of a referral center (F154, F081, F124). */
export function ReferralCenterScreen() {
  const search = useLocation().searchStr;
  const [srid = ''] = linkedIds(search, 'srid');
  const [hcid] = linkedIds(search, 'hcid');
  const form = useSchemaForm(Details, { ...noPerson, ...noClinic });
  const { created, modal } = useCreated(createdTitle, form.reset);
  const command = useCommand(createHarvestCenter, { onDone: ({ message }) => created(message) });

  return (
    <FullScreenCard
      title={title}
      lead={hcid === undefined ? undefined : texts.invitation.referralApproval}
      width="medium"
      logoTo={linkTo(addresses.login)}
    >
      <Invitation>{hcid === undefined ? <InvitedByRep id={srid} /> : <InvitingCenter id={hcid} />}</Invitation>
      <Form
        form={form}
        command={command}
        label={title}
        draft="sign-up referral center"
        onSubmit={(body) =>
          command.run({
            body: { ...body, subscription: Plan.referralCenter, saless_rep_id: srid, hc_id: hcid },
            anonymous: true,
          })
        }
      >
        <Fields>
          <PersonFields doctor />
          <ClinicFields />
        </Fields>
        <SignUpAddress of="referralCenter" />
        <FormActions>
          <Submit>{texts.submit}</Submit>
        </FormActions>
      </Form>
      {modal}
    </FullScreenCard>
  );
}
