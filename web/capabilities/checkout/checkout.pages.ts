import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

const screens = () => import('./checkout.screens.tsx');

export const checkoutPages = [
  page({
    path: addresses.processingFee,
    name: 'hccheckoutprocessingfee',
    title: 'Harvest Center Checkout',
    frame: 'framed',
    onlyStoredPlans: [Plan.harvestCenter],
    load: async () => (await screens()).ProcessingFeeScreen,
  }),
  page({
    path: addresses.referralFee,
    name: 'hccheckoutharvestfee',
    title: 'Harvest Center Checkout',
    frame: 'framed',
    onlyStoredPlans: [Plan.referralCenter],
    load: async () => (await screens()).ReferralFeeScreen,
  }),
  page({
    path: addresses.product,
    name: 'checkoutproduct',
    title: 'Checkout Product',
    frame: 'framed',
    onlyStoredPlans: [Plan.harvestCenter, Plan.referralCenter],
    needsId: 'id',
    load: async () => (await screens()).ProductScreen,
  }),
  page({
    path: addresses.patientVials,
    name: 'checkoutpatientvials',
    frame: 'framed',
    onlyStoredPlans: [],
    orOrdersVials: true,
    load: async () => (await screens()).PatientVialsScreen,
  }),
];
