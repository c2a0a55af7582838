import { type CommissionPlan, simulateCommissionPlan } from '@vialkeep/contract/commission-plans.ts';
import { useState } from 'react';
import { useCommand } from '../../../kernel/api/query.ts';
import { today } from '../../../ui/display/formats.ts';
import { DateField } from '../../../ui/form/fields/date-fields.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../../ui/overlays/form-modal.tsx';
import classes from '../commissions.module.css';
import { plansTexts } from './plans.texts.ts';
import { SimulationView } from './simulation-view.tsx';
import { lastTwelveMonths } from './trial-days.ts';

const texts = plansTexts.trial;

/** Tries a plan on the sales of past months, and shows what it would have given. */
export function TryPlanModal({ plan, onClose }: { plan: CommissionPlan | null; onClose: () => void }) {
  return (
    <FormModal opened={plan !== null} title={texts.title} size="lg" onClose={onClose}>
      {plan && <Trial key={plan.id} plan={plan} />}
    </FormModal>
  );
}

function Trial({ plan }: { plan: CommissionPlan }) {
  const [simulation, setSimulation] = useState<number | null>(null);
  const form = useRouteForm(simulateCommissionPlan, lastTwelveMonths(today()));
  const command = useCommand(simulateCommissionPlan, {
    onDone: ({ simulation_id }) => setSimulation(simulation_id),
  });
  return (
    <div className={classes.parts}>
      <Form
        form={form}
        command={command}
        label={texts.title}
        onSubmit={(body) => command.run({ params: { id: plan.id }, body })}
      >
        <Fields>
          <p className={classes.lead}>{texts.lead(plan.name)}</p>
          <Fields columns={2}>
            <DateField name="from" label={texts.from} required />
            <DateField name="to" label={texts.to} required />
          </Fields>
        </Fields>
        <FormActions>
          <Submit>{texts.submit}</Submit>
        </FormActions>
      </Form>
      {simulation !== null && <SimulationView key={simulation} id={simulation} />}
    </div>
  );
}
