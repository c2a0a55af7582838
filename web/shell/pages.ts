import { centersPages } from '../capabilities/centers/centers.pages.ts';
import { dashboardPages } from '../capabilities/dashboard/dashboard.pages.ts';
import { kitPages } from '../capabilities/kit/kit.pages.ts';
import { locationsPages } from '../capabilities/locations/locations.pages.ts';
import { patientListsPages } from '../capabilities/patients/patient-lists.pages.ts';
import { patientRecordPages } from '../capabilities/patients/patient-record.pages.ts';
import { profilePages } from '../capabilities/profile/profile.pages.ts';
import { sessionPages } from '../capabilities/session/session.pages.ts';
import { usersPages } from '../capabilities/users/users.pages.ts';
import { type Page, page } from '../kernel/page.ts';
import { site } from '../kernel/site.ts';

/** Pages that belong to no capability. */
const shellPages: readonly Page[] = [
  page({
    path: '/unauthorized',
    frame: 'bare',
    background: 'pinkRed',
    load: async () => (await import('./unauthorized.screen.tsx')).UnauthorizedScreen,
  }),
];

/** Every page of the portal. A capability's list is added here. */
export const pages: readonly Page[] = [
  ...sessionPages,
  ...dashboardPages,
  ...profilePages,
  ...locationsPages,
  ...usersPages,
  ...centersPages,
  ...patientRecordPages,
  ...patientListsPages,
  ...shellPages,
  ...(site.demo ? kitPages : []),
];
