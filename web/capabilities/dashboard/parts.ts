import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { Section } from './sections.ts';

export type DashboardPart = { load: () => Promise<ComponentType>; Part: LazyExoticComponent<ComponentType> };

/** The sections of a dashboard. Each is a separate chunk: a patient does not load the users list. */
export const parts: Record<Section, DashboardPart> = {
  users: part(async () => (await import('./administration.tsx')).Administration),
  associatedCenters: part(async () => (await import('../session/associated-centers.tsx')).AssociatedCenters),
  referralLinks: part(async () => (await import('../sign-up/referral-links.tsx')).ReferralLinks),
  needsYou: part(async () => (await import('../patients/overview/attention.tsx')).AttentionList),
  worklist: part(async () => (await import('../patients/overview/worklist.tsx')).Worklist),
  labPlots: part(async () => (await import('../patients/overview/lab-plots.tsx')).LabPlots),
  labCenters: part(async () => (await import('../centers/centers-of-lab.tsx')).OwnCentersOfLab),
  labPatients: part(async () => (await import('../patients/lists/all-patients.tsx')).PatientsOfLab),
  payments: part(async () => (await import('../checkout/sections/payments-card.tsx')).PaymentsCard),
  vialStock: part(async () => (await import('../patients/overview/vial-stock.tsx')).VialStock),
  awaitedCenters: part(async () => (await import('../centers/awaited-centers.tsx')).AwaitedCenters),
  centerPatients: part(async () => (await import('../patients/lists/center-patients.tsx')).PatientsOfCenter),
  referralCenterPatients: part(
    async () => (await import('../patients/lists/center-patients.tsx')).PatientsOfReferralCenter,
  ),
  allPatients: part(async () => (await import('../patients/lists/all-patients.tsx')).AllPatients),
  sample: part(async () => (await import('../patients/record/patient-sample.tsx')).PatientSample),
  documents: part(async () => (await import('../documents/own-documents.tsx')).OwnDocuments),
  vialsHistory: part(async () => (await import('../vials/patient-vials-history.tsx')).PatientVialsHistory),
  checkoutVials: part(async () => (await import('../checkout/sections/payments-card.tsx')).CheckoutVialsCard),
  waiting: part(async () => (await import('../waiting/waiting-tiles.tsx')).WaitingTiles),
  revenue: part(async () => (await import('../transactions/reports/revenue-plots.tsx')).RevenuePlots),
  money: part(async () => (await import('../money-overview/money-card.tsx')).MoneyCard),
  ownSales: part(async () => (await import('../transactions/reports/own-sales.tsx')).OwnSales),
  commissions: part(async () => (await import('../commissions/own/commissions-card.tsx')).CommissionsCard),
  storage: part(async () => (await import('../storage-billing/own/storage-card.tsx')).StorageCard),
  repTeam: part(async () => (await import('../sales-teams/team-cards.tsx')).RepTeam),
  managerTeam: part(async () => (await import('../sales-teams/team-cards.tsx')).ManagerTeam),
  account: part(async () => (await import('./account-card.tsx')).AccountCard),
};

function part(load: () => Promise<ComponentType>): DashboardPart {
  return { load, Part: lazy(async () => ({ default: await load() })) };
}
