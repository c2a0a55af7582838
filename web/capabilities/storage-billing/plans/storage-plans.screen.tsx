import { EnrolmentState } from '@vialkeep/contract/storage.ts';
import {
  ENROLMENTS_PER_PAGE,
  listStorageEnrolments,
  listStorageOffers,
  type StorageEnrolment,
  type StorageOffer,
} from '@vialkeep/contract/storage-plans.ts';
import { useState } from 'react';
import { MoneyPage } from '../../../components/money/money-page.tsx';
import { useApi } from '../../../kernel/api/query.ts';
import { USERS_SEARCH_PAUSE_MS } from '../../../kernel/timings.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useTableState } from '../../../ui/data-table/state/use-table-state.ts';
import { formatCount } from '../../../ui/display/formats.ts';
import { WarningNote } from '../../../ui/feedback/warning-note.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import classes from '../storage-billing.module.css';
import { planStates } from '../storage-labels.ts';
import { DecideModal } from './decide.modal.tsx';
import { EnrolModal } from './enrol.modal.tsx';
import { OfferModal } from './offer.modal.tsx';
import { ShowPlanModal } from './show-plan.modal.tsx';
import { offerColumns, planColumns } from './storage-plans.columns.tsx';
import { storagePlansTexts as texts } from './storage-plans.texts.ts';

const OFFERS_PER_PAGE = 10;

/** The offers of the administrator's sites, and the plans of their patients with those that wait for a decision. */
export function StoragePlansScreen() {
  const state = useTableState({ pageSize: ENROLMENTS_PER_PAGE, debounce: USERS_SEARCH_PAUSE_MS });
  const [offer, setOffer] = useState<StorageOffer | 'new' | null>(null);
  const [isEnrolling, setEnrolling] = useState(false);
  const [decided, setDecided] = useState<StorageEnrolment | null>(null);
  const [shown, setShown] = useState<StorageEnrolment | null>(null);
  const offers = useApi(listStorageOffers, {});
  const { state: planState, decision } = state.filters;
  const plans = useApi(
    listStorageEnrolments,
    {
      query: {
        ...(planState && { state: planState }),
        ...(decision && { decision }),
        limit: state.pageSize,
        offset: state.offset,
      },
    },
    { keepPrevious: true },
  );
  const sites = offers.data?.sites ?? [];
  const sitesOn = sites.filter(({ is_on }) => is_on);
  const onSale = (offers.data?.results ?? []).filter(
    ({ is_offered, domain_id }) => is_offered && sitesOn.some(({ id }) => id === domain_id),
  );
  return (
    <MoneyPage at="storage" status={texts.lead}>
      {offers.data && sitesOn.length === 0 && (
        <WarningNote>{texts.offers.off(sites.map(({ name }) => name).join(', '))}</WarningNote>
      )}
      <Card
        title={texts.plans.title}
        flush
        actions={onSale.length > 0 && <Button onClick={() => setEnrolling(true)}>{texts.plans.enrol}</Button>}
      >
        <DataTable
          name="storage-plans"
          label={texts.plans.title}
          page={plans}
          state={state}
          columns={planColumns}
          rowName={formatPlanName}
          texts={{ loading: texts.plans.loading }}
          emptyHint={texts.plans.noneYet}
          filters={[
            {
              key: 'state',
              label: texts.plans.state,
              options: EnrolmentState.options.map((value) => ({ value, label: planStates[value].text })),
            },
            {
              key: 'decision',
              label: texts.plans.decisions,
              options: [{ value: 'waiting', label: texts.plans.waiting }],
            },
          ]}
          summary={plans.data && texts.plans.total(formatCount(plans.data.count))}
          rowInline={(plan) => (
            <span className={classes.acts}>
              <Button size="xs" onClick={() => setShown(plan)}>
                {texts.plans.show}
                <span className="visually-hidden"> {formatPlanName(plan)}</span>
              </Button>
              {plan.may.includes('decide') && (
                <Button size="xs" kind={plan.needs_decision ? 'primary' : 'secondary'} onClick={() => setDecided(plan)}>
                  {texts.plans.decide}
                  <span className="visually-hidden"> {formatPlanName(plan)}</span>
                </Button>
              )}
            </span>
          )}
        />
      </Card>
      <Card
        title={texts.offers.title}
        flush
        actions={sitesOn.length > 0 && <Button onClick={() => setOffer('new')}>{texts.offers.add}</Button>}
      >
        <DataTable
          name="storage-offers"
          label={texts.offers.title}
          query={{ ...offers, data: offers.data?.results }}
          pageSize={OFFERS_PER_PAGE}
          scope="offers"
          columns={offerColumns}
          rowName={({ name }) => name}
          texts={{ loading: texts.offers.loading }}
          emptyHint={texts.offers.noneYet}
          summary={offers.data && texts.offers.total(formatCount(offers.data.results.length))}
          rowInline={(one) => (
            <Button size="xs" onClick={() => setOffer(one)}>
              {texts.offers.edit}
              <span className="visually-hidden"> {one.name}</span>
            </Button>
          )}
        />
      </Card>
      <OfferModal of={offer} sites={sitesOn} onClose={() => setOffer(null)} />
      <EnrolModal opened={isEnrolling} offers={onSale} onClose={() => setEnrolling(false)} />
      <ShowPlanModal plan={shown} onClose={() => setShown(null)} />
      <DecideModal plan={decided} onClose={() => setDecided(null)} />
    </MoneyPage>
  );
}

function formatPlanName({ patient }: StorageEnrolment): string {
  return texts.plans.rowName(patient.name);
}
