import { type CommissionPlan, deleteCommissionPlan, listCommissionPlans } from '@vialkeep/contract/commission-plans.ts';
import { useState } from 'react';
import { MoneyPage } from '../../../components/money/money-page.tsx';
import { useApi } from '../../../kernel/api/query.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { RowAction } from '../../../ui/data-table/state/table-props.ts';
import { formatCount } from '../../../ui/display/formats.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { RemoveModal } from '../../../ui/overlays/remove-modal.tsx';
import { AdoptPlanModal } from './adopt-plan.modal.tsx';
import { type Drafting, PlanModal } from './plan.modal.tsx';
import { formatDays, siteName } from './plan-labels.ts';
import { planColumns } from './plans.columns.tsx';
import { plansTexts as texts } from './plans.texts.ts';
import { ShowPlanModal } from './show-plan.modal.tsx';
import { TryPlanModal } from './try-plan.modal.tsx';
import { WithdrawPlanModal } from './withdraw-plan.modal.tsx';

const PER_PAGE = 10;

type Act = 'show' | 'try' | 'adopt' | 'withdraw' | 'remove';

/** The commission plans of the administrator's sites, drafts first. */
export function CommissionPlansScreen() {
  const plans = useApi(listCommissionPlans, {});
  const [drafting, setDrafting] = useState<Drafting | null>(null);
  const [chosen, setChosen] = useState<{ act: Act; plan: CommissionPlan } | null>(null);
  const planFor = (act: Act) => (chosen?.act === act ? chosen.plan : null);
  const close = () => setChosen(null);
  const removed = planFor('remove');

  const actionsOf = (plan: CommissionPlan): RowAction[] => {
    const may = (right: CommissionPlan['may'][number], action: RowAction) => (plan.may.includes(right) ? [action] : []);
    const choose = (act: Act) => () => setChosen({ act, plan });
    return [
      { label: texts.show, onSelect: choose('show') },
      ...may('change', { label: texts.edit, onSelect: () => setDrafting({ plan, copied: null }) }),
      { label: texts.copy, onSelect: () => setDrafting({ plan: null, copied: plan }) },
      ...may('simulate', { label: texts.tryIt, onSelect: choose('try') }),
      ...may('adopt', { label: texts.adopt, onSelect: choose('adopt') }),
      ...may('withdraw', { label: texts.withdraw, danger: true, onSelect: choose('withdraw') }),
      ...may('delete', { label: texts.remove, danger: true, onSelect: choose('remove') }),
    ];
  };

  return (
    <MoneyPage
      at="plans"
      status={texts.lead}
      actions={
        <Button kind="primary" onClick={() => setDrafting({ plan: null, copied: null })}>
          {texts.add}
        </Button>
      }
    >
      <Card title={texts.title} flush>
        <DataTable
          name="commission-plans"
          label={texts.title}
          query={{ ...plans, data: plans.data?.results }}
          pageSize={PER_PAGE}
          columns={planColumns}
          rowName={({ name }) => name}
          texts={{ loading: texts.loading }}
          emptyHint={texts.noneYet}
          summary={plans.data && texts.total(formatCount(plans.data.results.length))}
          rowMenu={actionsOf}
          tall
        />
      </Card>
      <PlanModal
        drafting={drafting}
        proposedHouseId={plans.data?.proposed_house_id ?? null}
        onClose={() => setDrafting(null)}
      />
      <ShowPlanModal plan={planFor('show')} onClose={close} />
      <TryPlanModal plan={planFor('try')} onClose={close} />
      <AdoptPlanModal plan={planFor('adopt')} onClose={close} />
      <WithdrawPlanModal plan={planFor('withdraw')} onClose={close} />
      <RemoveModal
        removal={deleteCommissionPlan}
        input={removed && { params: { id: removed.id } }}
        list={listCommissionPlans}
        texts={texts.removal}
        facts={
          removed
            ? [
                [texts.name, removed.name],
                [texts.site, siteName(removed)],
                [texts.days, formatDays(removed)],
              ]
            : []
        }
        told={() => texts.removal.done}
        onClose={close}
      >
        {texts.removal.question}
      </RemoveModal>
    </MoneyPage>
  );
}
