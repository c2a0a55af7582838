import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const checkoutPages = [
  page({
    path: addresses.processingFee,
    name: 'hccheckoutprocessingfee',
    title: 'Harvest Center Checkout',
    frame: 'framed',
    onlyStoredPlans: [Plan.harvestCenter],
    load: async () => (await import('./checkout.screens.tsx')).ProcessingFeeScreen,
  }),
  page({
    path: addresses.referralFee,
    name: 'hccheckoutharvestfee',
    title: 'Harvest Center Checkout',
    frame: 'framed',
    onlyStoredPlans: [Plan.referralCenter],
    load: async () => (await import('./checkout.screens.tsx')).ReferralFeeScreen,
  }),
  page({
    path: addresses.product,
    name: 'checkoutproduct',
    title: 'Checkout Product',
    frame: 'framed',
    onlyStoredPlans: [Plan.harvestCenter, Plan.referralCenter],
    needsId: 'id',
    load: async () => (await import('./checkout.screens.tsx')).ProductScreen,
  }),
  page({
    path: addresses.patientVials,
    name: 'checkoutpatientvials',
    frame: 'framed',
    onlyStoredPlans: [],
    orOrdersVials: true,
    load: async () => (await import('./checkout.screens.tsx')).PatientVialsScreen,
  }),
];
