import * as addresses from '../../kernel/navigation/addresses.ts';
import { type Page, page } from '../../kernel/navigation/page.ts';
import { signUpTexts } from './sign-up.texts.ts';

const texts = signUpTexts.pages;

// All sign-up pages have the background pinkRed (U-32).
const signUpPage = (description: Pick<Page, 'path' | 'name' | 'title' | 'needsQuery' | 'load'>) =>
  page({ ...description, frame: 'bare', background: 'pinkRed' });

export const signUpPages = [
  signUpPage({
    path: addresses.signUpSalesRep,
    name: 'salesrep',
    title: texts.salesRep.title,
    load: async () => (await import('./sales.screens.tsx')).SalesRepScreen,
  }),
  signUpPage({
    path: addresses.signUpSalesManager,
    title: texts.salesManager.title,
    load: async () => (await import('./sales.screens.tsx')).SalesManagerScreen,
  }),
  signUpPage({
    path: addresses.signUpSalesDistributor,
    title: texts.salesDistributor.title,
    load: async () => (await import('./sales.screens.tsx')).SalesDistributorScreen,
  }),
  signUpPage({
    path: addresses.signUpAdmin,
    title: texts.admin.title,
    needsQuery: 'pass',
    load: async () => (await import('./sales.screens.tsx')).AdminScreen,
  }),
  signUpPage({
    path: addresses.signUpHarvestCenter,
    title: texts.harvestCenter.title,
    needsQuery: 'srid',
    load: async () => (await import('./harvest-center.screen.tsx')).HarvestCenterScreen,
  }),
  signUpPage({
    path: addresses.signUpReferralCenter,
    title: texts.referralCenter.title,
    needsQuery: 'srid',
    load: async () => (await import('./referral-center.screen.tsx')).ReferralCenterScreen,
  }),
  signUpPage({
    path: addresses.signUpStaff,
    title: texts.staff.page,
    load: async () => (await import('./staff.screen.tsx')).StaffScreen,
  }),
];
