import { Plan } from '@vialkeep/contract/plans.ts';
import { addSalesRep, SalesSignUp } from '@vialkeep/contract/sign-up.ts';
import { useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { Form } from '../../ui/form/form.tsx';
import { FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import { FullScreenCard } from '../../ui/overlays/full-screen-card.tsx';
import { noAddress, noPerson, PersonFields, SignUpAddress } from './fields.tsx';
import { signUpTexts as texts } from './sign-up.texts.ts';
import { useCreated } from './use-created.tsx';

export const SalesRepScreen = () => <SalesSignUpScreen subscription={Plan.salesRep} {...texts.pages.salesRep} />;
export const SalesManagerScreen = () => (
  <SalesSignUpScreen subscription={Plan.salesManager} {...texts.pages.salesManager} />
);
export const SalesDistributorScreen = () => (
  <SalesSignUpScreen subscription={Plan.salesDistributor} {...texts.pages.salesDistributor} />
);
/** Creates a sales rep, as documented (S-01). */
export const AdminScreen = () => <SalesSignUpScreen subscription={Plan.salesRep} {...texts.pages.admin} />;

type Props = { subscription: SalesSignUp['subscription']; title: string; created: string; lead?: string };

/** The sign-up page of the sales plans (F151, F152). */
function SalesSignUpScreen({ subscription, title, created: createdTitle, lead }: Props) {
  const form = useSchemaForm(SalesSignUp, { ...noPerson, ...noAddress, subscription });
  const { created, modal } = useCreated(createdTitle, form.reset);
  const command = useCommand(addSalesRep, { onDone: ({ message }) => created(message) });

  return (
    <FullScreenCard title={title} lead={lead} width="medium" logoTo={linkTo(addresses.login)}>
      <Form
        form={form}
        command={command}
        label={title}
        draft={`sign-up ${title}`}
        // Sent without the token: a logged-in user creates a separate new account here.
        onSubmit={(body) => command.run({ body, anonymous: true })}
      >
        <PersonFields />
        <SignUpAddress of="seller" />
        <FormActions>
          <Submit>{texts.submit}</Submit>
        </FormActions>
      </Form>
      {modal}
    </FullScreenCard>
  );
}
