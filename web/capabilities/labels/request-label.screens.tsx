import { listLocations } from '@vialkeep/contract/locations.ts';
import { listPatientOptionsOfCenter, listPatientOptionsOfReferralCenter } from '@vialkeep/contract/patients.ts';
import {
  type CenterTransaction,
  listCenterProcessingFees,
  listReferralProcessingFees,
} from '@vialkeep/contract/transactions.ts';
import { useEffect, useState } from 'react';
import { useApi } from '../../kernel/api/query.ts';
import { useMay } from '../../kernel/session/current-session.ts';
import { useUser } from '../../kernel/session/session.ts';
import { LABEL_FORM_MS } from '../../kernel/timings.ts';
import { Button } from '../../ui/actions/button.tsx';
import { WaitingState } from '../../ui/feedback/load-state.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { CheckDocuments } from './check-documents.tsx';
import { FeeTable } from './fee-table.tsx';
import { LabelForm } from './label-form.tsx';
import { isReady } from './label-steps.ts';
import { labelsTexts } from './labels.texts.ts';
import { OtherRequests } from './other-requests.tsx';

const texts = labelsTexts.requests;

const variants = {
  center: { fees: listCenterProcessingFees, options: listPatientOptionsOfCenter, needs: 'transactions.of_center' },
  referral: {
    fees: listReferralProcessingFees,
    options: listPatientOptionsOfReferralCenter,
    needs: 'transactions.of_referral_center',
  },
};

/** A harvest center's patients with a paid fee, and their labels (F111). */
export function RequestLabelScreen() {
  return <RequestLabel variant="center" />;
}

/** The same screen for a referral center. */
export function RequestLabelRhcScreen() {
  return <RequestLabel variant="referral" />;
}

function RequestLabel({ variant }: { variant: keyof typeof variants }) {
  const { fees: route, needs } = variants[variant];
  const { id } = useUser();
  const mayList = useMay(needs);
  const fees = useApi(route, { params: { id } }, { enabled: mayList });
  const notices = useNotices();
  const [asked, setAsked] = useState<CenterTransaction | null>(null);
  const ready = fees.data?.filter(isReady).length ?? 0;

  function requested() {
    setAsked(null);
    notices.success(labelsTexts.form.requested);
  }

  if (asked) {
    return (
      <Screen
        title={labelsTexts.form.title}
        actions={<Button onClick={() => setAsked(null)}>{labelsTexts.form.back}</Button>}
      >
        <OpenedForm variant={variant} row={asked} onRequested={requested} />
      </Screen>
    );
  }
  return (
    <Screen
      title={texts.title}
      status={ready > 0 && texts.ready(ready)}
      actions={variant === 'center' && <CheckDocuments />}
    >
      <Card flush>
        <FeeTable fees={fees} isShown={mayList} ofReferrals={variant === 'center'} onRequest={setAsked} />
      </Card>
      {mayList && <OtherRequests clinicId={id} />}
    </Screen>
  );
}

type OpenedFormProps = { variant: keyof typeof variants; row: CenterTransaction; onRequested: () => void };

/** The specification delays the form; its data is fetched meanwhile. */
function OpenedForm({ variant, row, onRequested }: OpenedFormProps) {
  const { id } = useUser();
  const options = useApi(variants[variant].options, { params: { id }, query: {} });
  const locations = useApi(listLocations, { params: { userId: id } });
  const isTime = useElapsed(LABEL_FORM_MS);
  const isLoading = options.isPending || locations.isPending;
  return (
    <Card>
      {isTime && !isLoading ? (
        <LabelForm fee={row} options={options.data ?? []} locations={locations.data ?? []} onRequested={onRequested} />
      ) : (
        <WaitingState text={labelsTexts.form.opening} />
      )}
    </Card>
  );
}

function useElapsed(ms: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isOver;
}
