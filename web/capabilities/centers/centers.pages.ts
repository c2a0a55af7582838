import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const centersPages = [
  page({
    path: addresses.staff,
    title: 'Staff',
    frame: 'framed',
    onlyStoredPlans: [Plan.harvestCenter],
    load: async () => (await import('./staff.screen.tsx')).StaffScreen,
  }),
  page({
    path: addresses.staffLinks,
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./staff-links.screen.tsx')).StaffLinksScreen,
  }),
  page({
    path: addresses.referralLinks,
    frame: 'framed',
    onlyStoredPlans: [Plan.admin, Plan.superAdmin],
    load: async () => (await import('./referral-links.screen.tsx')).ReferralLinksScreen,
  }),
  page({
    path: addresses.lab,
    title: 'Lab',
    frame: 'framed',
    // The specified guard checks the stored plan and does not admit labs themselves (S-09).
    onlyStoredPlans: [Plan.harvestCenter, Plan.salesAffiliate],
    needsId: 'id',
    load: async () => (await import('./lab.screen.tsx')).LabScreen,
  }),
  page({
    path: addresses.harvestCenters,
    frame: 'framed',
    onlyStoredPlans: [Plan.salesRep],
    load: async () => (await import('./sales-rep-centers.screen.tsx')).SalesRepCentersScreen,
  }),
  page({
    path: addresses.referralCenters,
    frame: 'framed',
    onlyStoredPlans: [Plan.salesRep],
    load: async () => (await import('./sales-rep-centers.screen.tsx')).SalesRepReferralCentersScreen,
  }),
];
