import { type Page, page } from '../../kernel/navigation/page.ts';
import { signUpTexts } from './sign-up.texts.ts';

const texts = signUpTexts.pages;

// All sign-up pages have the background pinkRed (U-32).
const signUpPage = (description: Pick<Page, 'path' | 'name' | 'title' | 'needsQuery' | 'load'>) =>
  page({ ...description, frame: 'bare', background: 'pinkRed' });

export const signUpPages = [
  signUpPage({
    path: '/sales-rep-registration',
    name: 'salesrep',
    title: texts.salesRep.title,
    load: async () => (await import('./sales.screens.tsx')).SalesRepScreen,
  }),
  signUpPage({
    path: '/sales-manager-registration',
    title: texts.salesManager.title,
    load: async () => (await import('./sales.screens.tsx')).SalesManagerScreen,
  }),
  signUpPage({
    path: '/sales-distributor-registration',
    title: texts.salesDistributor.title,
    load: async () => (await import('./sales.screens.tsx')).SalesDistributorScreen,
  }),
  signUpPage({
    path: '/admin-registration-process',
    title: texts.admin.title,
    needsQuery: 'pass',
    load: async () => (await import('./sales.screens.tsx')).AdminScreen,
  }),
  signUpPage({
    path: '/harvest-center-registration',
    title: texts.harvestCenter.title,
    needsQuery: 'srid',
    load: async () => (await import('./harvest-center.screen.tsx')).HarvestCenterScreen,
  }),
  signUpPage({
    path: '/referral-harvest-center-registration',
    title: texts.referralCenter.title,
    needsQuery: 'srid',
    load: async () => (await import('./referral-center.screen.tsx')).ReferralCenterScreen,
  }),
  signUpPage({
    path: '/hc-staff-registration',
    title: texts.staff.page,
    load: async () => (await import('./staff.screen.tsx')).StaffScreen,
  }),
];
