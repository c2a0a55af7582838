import { Plan } from '@vialkeep/contract/plans.ts';
import { page } from '../../kernel/navigation/page.ts';

const screens = () => import('./checkout.screens.tsx');

export const checkoutPages = [
  page({
    path: '/harvest-center/checkout/processing-fee',
    name: 'hccheckoutprocessingfee',
    title: 'Harvest Center Checkout',
    frame: 'framed',
    onlyStoredPlans: [Plan.harvestCenter],
    load: async () => (await screens()).ProcessingFeeScreen,
  }),
  page({
    path: '/harvest-center/checkout/harvest-fee',
    name: 'hccheckoutharvestfee',
    title: 'Harvest Center Checkout',
    frame: 'framed',
    onlyStoredPlans: [Plan.referralCenter],
    load: async () => (await screens()).ReferralFeeScreen,
  }),
  page({
    path: '/harvest-center/checkout/product/{-$id}',
    name: 'checkoutproduct',
    title: 'Checkout Product',
    frame: 'framed',
    onlyStoredPlans: [Plan.harvestCenter, Plan.referralCenter],
    needsId: 'id',
    load: async () => (await screens()).ProductScreen,
  }),
  page({
    path: '/checkout/patient-vials',
    name: 'checkoutpatientvials',
    frame: 'framed',
    onlyStoredPlans: [],
    orOrdersVials: true,
    load: async () => (await screens()).PatientVialsScreen,
  }),
];
