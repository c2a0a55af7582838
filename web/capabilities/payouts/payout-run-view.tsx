import { exportPayoutRun, type PayoutRun, readPayoutRun } from '@vialkeep/contract/payouts.ts';
import { useState } from 'react';
import { MoneyPage } from '../../components/money/money-page.tsx';
import { useApi } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { Button } from '../../ui/actions/button.tsx';
import { DownloadButton } from '../../ui/actions/download-button.tsx';
import { TextLink } from '../../ui/actions/link.tsx';
import { type Fact, Facts } from '../../ui/display/facts.tsx';
import { formatDateTime, formatDay, formatDollars } from '../../ui/display/formats.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { WarningNote } from '../../ui/feedback/warning-note.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PayRunModal } from './pay-run.modal.tsx';
import { payoutsTexts } from './payouts.texts.ts';
import { CarriedOver, RunPeople } from './run-people.tsx';
import { ApproveRun, CancelRun } from './run-steps.tsx';

const texts = payoutsTexts.one;

/** One run: its facts, its people and the steps that are possible now. */
export function PayoutRunView({ id }: { id: number }) {
  const run = useApi(readPayoutRun, { params: { id } });
  return (
    <MoneyPage at="payouts">
      <p>
        <TextLink to={linkTo(addresses.payouts)}>{texts.back}</TextLink>
      </p>
      <Loaded query={run} loading={texts.loading} failed={texts.failed}>
        {(answer) => <RunDetails run={answer} />}
      </Loaded>
    </MoneyPage>
  );
}

type RunStep = 'approve' | 'cancel' | 'mark_paid';

function RunDetails({ run }: { run: PayoutRun }) {
  const [step, setStep] = useState<RunStep | null>(null);
  const close = () => setStep(null);
  const isWaiting = run.state === 'draft' && run.needs_second && !run.may.includes('approve');
  return (
    <>
      <Card title={payoutsTexts.runName(run.id)} actions={<Steps run={run} onStep={setStep} />}>
        {isWaiting && <WarningNote>{texts.needsSecond}</WarningNote>}
        <Facts facts={listRunFacts(run)} />
      </Card>
      <RunPeople run={run} />
      {run.carried_over.length > 0 && <CarriedOver run={run} />}
      <ApproveRun run={run} opened={step === 'approve'} onClose={close} />
      <CancelRun run={run} opened={step === 'cancel'} onClose={close} />
      <PayRunModal run={run} opened={step === 'mark_paid'} onClose={close} />
    </>
  );
}

function Steps({ run: { id, may }, onStep }: { run: PayoutRun; onStep: (step: RunStep) => void }) {
  return (
    <>
      {may.includes('cancel') && <Button onClick={() => onStep('cancel')}>{texts.cancel}</Button>}
      {may.includes('export') && (
        <DownloadButton route={exportPayoutRun} input={{ params: { id } }}>
          {texts.download}
        </DownloadButton>
      )}
      {may.includes('approve') && (
        <Button kind="primary" onClick={() => onStep('approve')}>
          {texts.approve}
        </Button>
      )}
      {may.includes('mark_paid') && (
        <Button kind="primary" onClick={() => onStep('mark_paid')}>
          {texts.markPaid}
        </Button>
      )}
    </>
  );
}

function listRunFacts(run: PayoutRun): Fact[] {
  const facts: Fact[] = [
    [payoutsTexts.state, payoutsTexts.states[run.state]],
    [payoutsTexts.amount, formatDollars(run.total)],
    [payoutsTexts.cutoff, formatDay(run.cutoff)],
    [payoutsTexts.site, run.domain.name],
    [texts.madeBy, formatStep(run.made_by?.name, run.made_at)],
  ];
  if (run.approved_by) facts.push([texts.approvedBy, formatStep(run.approved_by.name, run.approved_at)]);
  if (run.file_sha256 !== null) facts.push([texts.file, run.file_sha256]);
  return facts;
}

function formatStep(name: string | undefined, at: string | null): string {
  return [name, formatDateTime(at)].filter(Boolean).join(', ');
}
