import { SecurityEntry } from '../audit/security-entry.tsx';
import { AddHarvestCenter } from '../centers/add-harvest-center.tsx';
import { CustomSiteEntry } from '../custom-sites/custom-site-entry.tsx';
import { ImportEntry } from '../imports/import-entry.tsx';
import { AddPatient } from '../patients/form/add-patient.tsx';
import { UsersList } from '../users/list/users-list.tsx';

/** The users list and, beside its button, the other entries for administrators (U-06). */
export function Administration() {
  return (
    <UsersList
      beside={
        <>
          <SecurityEntry />
          <CustomSiteEntry />
          <AddHarvestCenter />
          <AddPatient />
          <ImportEntry />
        </>
      }
    />
  );
}
