import {
  listAwaitedCenters,
  listCenterOptions,
  listCentersOfLab,
  listCentersOfReferral,
  listCentersOfSalesRep,
  listHarvestCenters,
  listLabs,
  listReferralAssociations,
  listReferralCenters,
  listReferralCentersOfSalesRep,
  listStaff,
  listStaffOfCenter,
} from '../centers.ts';
import { exampleOf } from '../kernel/example.ts';
import { listLocations } from '../locations.ts';
import {
  findUserByIdentifier,
  listPatientOptions,
  listRelatedBy,
  listRelatedByMembership,
  listRelatedFrom,
  listSalesDistributorOptions,
  listSalesManagerOptions,
  listSalesRepOptions,
  listUsersByMembership,
} from '../network.ts';
import { getUser } from '../profile.ts';
import { listManagersOfDistributor, listRepsOfDistributor, listRepsOfManager } from '../sales-teams.ts';
import {
  listInactiveUsers,
  listMemberships,
  listUsers,
  listUserTags,
  readSalesChain,
  readUserDetails,
} from '../users.ts';
import { readWaiting } from '../waiting.ts';
import {
  address,
  CENTER_EMAIL,
  center,
  distributor,
  distributorByName,
  lab,
  manager,
  managerByName,
  PATIENT_EMAIL,
  patient,
  processing,
  referral,
  rep,
  repByName,
  site,
  staff,
  vialCounts,
} from './network.ts';

const ofCenter = { id: String(center.id) };
const ofReferral = { id: String(referral.id) };
const ofLab = { id: String(lab.id) };
const ofPatient = { id: String(patient.id) };

const relatedCenter = {
  ...center,
  first_name: 'Helen',
  last_name: 'Stein',
  email: CENTER_EMAIL,
  subscription: 4 as const,
  related_users: [],
};

const identity = { ...patient, ...address, email: PATIENT_EMAIL, company: '', phone_number: '+1 608 555 0132' };

const accountTimes = { date_joined: '2026-01-05T15:04:00.000Z', last_login: '2026-03-02T09:30:00.000Z' };

const salesChain = {
  sales_rep: repByName,
  sales_manager: managerByName,
  sales_distributor: distributorByName,
  sales_affiliate: null,
};

const listedUser = {
  ...identity,
  ...accountTimes,
  ...salesChain,
  ...vialCounts,
  subscription: 2 as const,
  subscription_name: 'General Member',
  domain: site,
  tags: [],
  template_id: null,
  document_id: null,
  documents: [],
  related_users: [relatedCenter],
  hc_desc: [center],
  rhc_desc: [],
  hc_staff: [],
  auth_customer_payment_profile_id: null,
  auth_customer_profile_id: null,
  processing,
  awaits_review: false,
  may: ['edit' as const],
};

const option = ({ id, first_name, last_name }: typeof patient) => ({
  value: id,
  id,
  label: `${first_name} ${last_name}`,
  first_name,
  last_name,
  company: '',
});

const listedCenter = {
  ...center,
  first_name: 'Helen',
  last_name: 'Stein',
  email: CENTER_EMAIL,
  username: CENTER_EMAIL,
};

const listedReferral = { ...listedCenter, ...referral, email: 'hello@harbor.example.com' };

const repOfTeam = { ...rep, email: 'rita@example.com' };

export const peopleExamples = [
  exampleOf(getUser, {
    params: ofPatient,
    answer: {
      ...identity,
      ...accountTimes,
      username: PATIENT_EMAIL,
      template_id: null,
      document_id: null,
      hc_logo: null,
      subscription: { id: 2, name: 'General Member' },
      tags: [],
      saless_rep_id: rep.id,
      hc_desc: [{ ...center, email: CENTER_EMAIL, template_id: null }],
      rhc_desc: [],
      referral_hc_desc: [],
      harvest_center_temporal: null,
      domain: site,
      check_agreement: null,
      may: [],
    },
  }),
  exampleOf(findUserByIdentifier, {
    params: { identifier: PATIENT_EMAIL },
    answer: { id: patient.id, username: PATIENT_EMAIL },
  }),
  exampleOf(listUsersByMembership, { query: { membership: 'sr' }, answer: [option(rep)] }),
  exampleOf(listPatientOptions, { query: { search: 'whit' }, answer: [option(patient)] }),
  exampleOf(listSalesRepOptions, { answer: [option(rep)] }),
  exampleOf(listSalesManagerOptions, { answer: [option(manager)] }),
  exampleOf(listSalesDistributorOptions, { answer: [option(distributor)] }),
  exampleOf(listRelatedBy, {
    params: ofCenter,
    query: { membership: '2' },
    answer: [{ ...patient, company: '', email: PATIENT_EMAIL, subscription: 2, related_users: [] }],
  }),
  exampleOf(listRelatedFrom, { params: ofPatient, query: { order_by: 'company' }, answer: [relatedCenter] }),
  exampleOf(listRelatedByMembership, {
    params: ofPatient,
    query: { first_related: '4', second_related: 'sr' },
    answer: [{ ...repOfTeam, company: '', subscription: 3, related_users: [] }],
  }),
  exampleOf(listUsers, {
    query: { search: 'whit', limit: '30', offset: '0' },
    answer: { results: [listedUser], count: 1, count_is_exact: true },
  }),
  exampleOf(listInactiveUsers, { answer: [{ ...listedUser, may: ['activate'] }] }),
  exampleOf(listMemberships, { answer: [{ id: 4, name: 'Harvest Center' }] }),
  exampleOf(listUserTags, { answer: [{ id: 1, name: 'Vials' }] }),
  exampleOf(readSalesChain, { params: ofPatient, query: { harvest_center: String(center.id) }, answer: salesChain }),
  exampleOf(readUserDetails, {
    params: ofPatient,
    answer: {
      ...identity,
      ...accountTimes,
      ...salesChain,
      ...vialCounts,
      username: PATIENT_EMAIL,
      template_id: null,
      subscription: { id: 2, name: 'General Member' },
      domain: site,
      tags: [],
      is_active: true,
      related_users: [relatedCenter],
      processing_lab: { id: lab.id, name: lab.company },
      processing,
      version: 3,
      may: ['edit'],
      may_become: [2, 12],
    },
  }),
  exampleOf(listLocations, {
    params: { userId: String(center.id) },
    answer: [{ ...address, id: 31, location_name: 'Main office', default: true, user: center.id, template_id: null }],
  }),
  exampleOf(listHarvestCenters, {
    query: { search: 'lake' },
    answer: [{ ...listedCenter, domain: site, template_id: null }],
  }),
  exampleOf(listReferralCenters, { answer: [{ ...listedReferral, domain: site, template_id: null }] }),
  exampleOf(listCenterOptions, {
    answer: [{ ...center, value: center.id, label: center.company, first_name: 'Helen', last_name: 'Stein' }],
  }),
  exampleOf(listCentersOfReferral, { params: ofReferral, answer: [{ ...center, template_id: null }] }),
  exampleOf(listAwaitedCenters, { params: ofReferral, answer: [center] }),
  exampleOf(listCentersOfSalesRep, { params: { id: String(rep.id) }, answer: [listedCenter] }),
  exampleOf(listReferralCentersOfSalesRep, { params: { id: String(rep.id) }, answer: [listedReferral] }),
  exampleOf(listLabs, { answer: [{ ...listedCenter, ...lab, email: 'lab@northgate.example.com' }] }),
  exampleOf(listCentersOfLab, { params: ofLab, answer: [{ ...listedCenter, patients: 48 }] }),
  exampleOf(listStaffOfCenter, {
    params: ofCenter,
    answer: { staff_list: [{ ...staff, email: 'beth@lakeside.example.com', status: 'active' }], may: [] },
  }),
  exampleOf(listStaff, {
    answer: [
      {
        ...staff,
        email: 'beth@lakeside.example.com',
        domain: site,
        related_users: [center],
        harvest_centers: [center],
        pending: [],
        version: 1,
      },
    ],
  }),
  exampleOf(listReferralAssociations, {
    answer: [{ id: referral.id, rhc_domain: site, rhc_desc: referral, hc_desc: [center], pending: [], version: 1 }],
  }),
  exampleOf(listRepsOfManager, { params: { id: String(manager.id) }, answer: [repOfTeam] }),
  exampleOf(listManagersOfDistributor, {
    params: { id: String(distributor.id) },
    answer: [{ ...manager, email: 'max@example.com' }],
  }),
  exampleOf(listRepsOfDistributor, {
    params: { id: String(distributor.id) },
    answer: [{ ...repOfTeam, sales_manager: [manager] }],
  }),
  exampleOf(readWaiting, {
    answer: {
      labels_without_file: 2,
      labels_not_told: 0,
      documents_pending: 5,
      commissions_unpaid: 1,
      sites_without_dns: 0,
      privacy_due: 0,
      refunds_to_approve: 0,
      payout_runs_to_approve: 0,
      disputes_open: 0,
      differences: 0,
      storage_decisions: 1,
    },
  }),
];
