import { Plan } from '@vialkeep/contract/plans.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { page } from '../../kernel/navigation/page.ts';

export const patientRecordPages = [
  page({
    path: addresses.patient,
    title: 'Patient',
    frame: 'framed',
    onlyStoredPlans: [
      Plan.lab,
      Plan.generalMember,
      Plan.salesRep,
      Plan.harvestCenter,
      Plan.referralCenter,
      Plan.salesManager,
      Plan.admin,
      Plan.salesDistributor,
      Plan.superAdmin,
      Plan.salesAffiliate,
      Plan.patientsList,
    ],
    needsId: 'id',
    load: async () => (await import('./record/patient.screen.tsx')).PatientScreen,
  }),
];
