import { Navigate } from '@tanstack/react-router';
import { UserIdInPath } from '@vialkeep/contract/kernel/ids.ts';
import { type PatientRecord, readPatientRecord } from '@vialkeep/contract/patients.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { useApi } from '../../../kernel/api/query.ts';
import * as addresses from '../../../kernel/navigation/addresses.ts';
import { linkTo } from '../../../kernel/navigation/link-to.ts';
import { usePathParams } from '../../../kernel/navigation/use-path-params.ts';
import { useUser } from '../../../kernel/session/session.ts';
import { LinkButton } from '../../../ui/actions/link.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { PatientPage } from './patient-page.tsx';
import { recordTexts } from './record.texts.ts';

const texts = recordTexts.page;

/** A patient's record at its own address (V-15). */
export function PatientScreen() {
  const known = UserIdInPath.safeParse(usePathParams(addresses.patient).id);
  const user = useUser();
  // Patients see their own sample on the dashboard, in texts for patients (V-17).
  if (known.success && user.subscription.id === Plan.generalMember && user.id === known.data)
    return <Navigate {...linkTo(addresses.dashboard)} replace />;
  return known.success ? <KnownPatient id={known.data} /> : <NoSuchPatient />;
}

function KnownPatient({ id }: { id: PatientRecord['id'] }) {
  const record = useApi(readPatientRecord, { params: { id } });
  const failure = record.error;
  if (failure && 'status' in failure && failure.status === 404) return <NoSuchPatient />;
  if (record.data) return <PatientPage record={record.data} />;
  return (
    <Screen title={texts.unnamed(id)}>
      <Card>
        <Loaded query={record} loading={recordTexts.form.loading} failed={recordTexts.form.failed}>
          {() => null}
        </Loaded>
      </Card>
    </Screen>
  );
}

/** The same answer for a missing patient and for one that the user cannot read. */
function NoSuchPatient() {
  return (
    <Screen title={texts.title}>
      <Card>
        <EmptyState
          title={texts.notFound}
          why={texts.notFoundWhy}
          action={<LinkButton to={linkTo(addresses.dashboard)}>{texts.dashboard}</LinkButton>}
        />
      </Card>
    </Screen>
  );
}
