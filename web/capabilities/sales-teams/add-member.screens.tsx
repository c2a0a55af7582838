import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { addSalesManager, listManagersOfDistributor, listRepsOfManager } from '@vialkeep/contract/sales-teams.ts';
import { addSalesRep } from '@vialkeep/contract/sign-up.ts';
import { useState } from 'react';
import { type Command, useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { useUser } from '../../kernel/session/session.ts';
import { LinkButton } from '../../ui/actions/link.tsx';
import { EmailField, TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { MessageModal } from '../../ui/overlays/message-modal.tsx';
import { salesTeamsTexts } from './sales-teams.texts.ts';

const texts = salesTeamsTexts.add;

type NewTeamMember = { first_name: string; last_name: string; email: string };

/** A sales manager adds a rep (F131). */
export function AddSalesRepScreen() {
  const { id } = useUser();
  const adding = useAdding(addSalesRep, listRepsOfManager);
  const add = (person: NewTeamMember) =>
    adding.command.run({
      body: {
        ...person,
        subscription: Plan.salesRep,
        sales_manager_id: id,
        generate_password: true,
        send_new_sales_team: true,
      },
    });
  return <AddMember words={texts.rep} {...adding} add={add} />;
}

/** A distributor adds a manager (F131). */
export function AddSalesManagerScreen() {
  const { id } = useUser();
  const adding = useAdding(addSalesManager, listManagersOfDistributor);
  const add = (person: NewTeamMember) => adding.command.run({ body: { ...person, sales_distributor_id: id } });
  return <AddMember words={texts.manager} {...adding} add={add} />;
}

function useAdding<R extends typeof addSalesRep | typeof addSalesManager>(route: R, list: Route) {
  const [message, setMessage] = useState<string | null>(null);
  const command = useCommand(route, { refreshes: [list], onDone: (answer) => setMessage(answer.message) });
  return { command, message, onClose: () => setMessage(null) };
}

type Props = {
  words: { title: string; created: string };
  command: Pick<Command<typeof addSalesManager>, 'busy' | 'refusal'>;
  add: (person: NewTeamMember) => Promise<unknown>;
  /** The server's message; null before a member is added. */
  message: string | null;
  onClose: () => void;
};

function AddMember({ words, command, add, message, onClose }: Props) {
  const form = useRouteForm(addSalesManager, { first_name: '', last_name: '', email: '' });
  const submit = async ({ first_name, last_name, email }: NewTeamMember) => {
    const added = await add({ first_name, last_name, email });
    if (added !== null) form.reset();
    return added;
  };
  return (
    <Screen title={words.title}>
      <Card>
        <p>{texts.lead}</p>
        <Form form={form} command={command} onSubmit={submit} label={words.title}>
          <Fields columns={2}>
            <TextField name="first_name" label={texts.firstName} autoComplete="off" required />
            <TextField name="last_name" label={texts.lastName} autoComplete="off" required />
            <EmailField name="email" label={texts.email} autoComplete="off" required />
          </Fields>
          <FormActions>
            <Submit>{texts.submit}</Submit>
          </FormActions>
        </Form>
      </Card>
      <MessageModal
        opened={message !== null}
        title={words.created}
        close={texts.close}
        other={<LinkButton to={linkTo(addresses.dashboard)}>{texts.dashboard}</LinkButton>}
        onClose={onClose}
      >
        {message}
      </MessageModal>
    </Screen>
  );
}
