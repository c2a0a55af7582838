import { page } from '../../kernel/navigation/page.ts';

const screens = () => import('./checkout.screens.tsx');

export const checkoutPages = [
  page({
    path: '/harvest-center/checkout/processing-fee',
    name: 'hccheckoutprocessingfee',
    title: 'Harvest Center Checkout',
    frame: 'framed',
    onlyStoredPlans: [4],
    load: async () => (await screens()).ProcessingFeeScreen,
  }),
  page({
    path: '/harvest-center/checkout/harvest-fee',
    name: 'hccheckoutharvestfee',
    title: 'Harvest Center Checkout',
    frame: 'framed',
    onlyStoredPlans: [5],
    load: async () => (await screens()).ReferralFeeScreen,
  }),
  page({
    path: '/harvest-center/checkout/product/{-$id}',
    name: 'checkoutproduct',
    title: 'Checkout Product',
    frame: 'framed',
    onlyStoredPlans: [4, 5],
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
