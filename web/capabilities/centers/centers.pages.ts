import { page } from '../../kernel/navigation/page.ts';

export const centersPages = [
  page({
    path: '/staff-view',
    title: 'Staff',
    frame: 'framed',
    onlyStoredPlans: [4],
    load: async () => (await import('./staff.screen.tsx')).StaffScreen,
  }),
  page({
    path: '/hc-staff-manager',
    frame: 'framed',
    onlyStoredPlans: [7, 10],
    load: async () => (await import('./staff-links.screen.tsx')).StaffLinksScreen,
  }),
  page({
    path: '/rhc-manager',
    frame: 'framed',
    onlyStoredPlans: [7, 10],
    load: async () => (await import('./referral-links.screen.tsx')).ReferralLinksScreen,
  }),
  page({
    path: '/lab/{-$id}',
    title: 'Lab',
    frame: 'framed',
    // The specified guard checks the stored plan and does not admit labs themselves (S-09).
    onlyStoredPlans: [4, 11],
    needsId: 'id',
    load: async () => (await import('./lab.screen.tsx')).LabScreen,
  }),
  page({
    path: '/harvest-centers',
    frame: 'framed',
    onlyStoredPlans: [3],
    load: async () => (await import('./sales-rep-centers.screen.tsx')).SalesRepCentersScreen,
  }),
  page({
    path: '/referral-harvest-centers',
    frame: 'framed',
    onlyStoredPlans: [3],
    load: async () => (await import('./sales-rep-centers.screen.tsx')).SalesRepReferralCentersScreen,
  }),
];
