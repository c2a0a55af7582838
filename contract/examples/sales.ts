import { exampleOf } from '../kernel/example.ts';
import {
  listLabels,
  listOtherLabels,
  makeLabel,
  readLabel,
  readLabelFile,
  requestLabel,
  sendLabelNotification,
  updateLabel,
  updateLabelAndNotify,
  uploadLabelFile,
} from '../labels.ts';
import { listProductOptions, readProduct } from '../products.ts';
import {
  listCenterProcessingFees,
  listCenterTransactions,
  listDistributorTransactions,
  listManagerTransactions,
  listReferralProcessingFees,
  listRepTransactions,
  listTransactions,
  readRevenue,
  readSales,
} from '../transactions.ts';
import {
  address,
  CENTER_EMAIL,
  center,
  distributor,
  distributorByName,
  manager,
  managerByName,
  PATIENT_EMAIL,
  PATIENT_NAME,
  patient,
  referral,
  rep,
  repByName,
  site,
  staff,
} from './network.ts';

const PROCESSING_FEE = 'Patient Processing Fee';
const TRACKING = '794600000012';
const TRACKING_LINK = `https://www.fedex.com/fedextrack/?trknbr=${TRACKING}`;
const LABEL_FILE = 'c1a54c0e-8b0b-4a57-9d1c-6a3de0c7f3b2.pdf';

const sold = {
  id: 7001,
  date: '2026-01-08T17:45:00.000Z',
  quantity: 1,
  amount: 3920,
  coupon_code_used: '',
  coupon_code_amount: 0,
};

const salesTransaction = {
  ...sold,
  patient: [{ id: patient.id }],
  harvest_center: [center],
  referral_harvest_center: [],
  hc_staff_desc: [staff],
  product: [{ name: PROCESSING_FEE }],
  sales_rep: [{ ...rep, sales_manager: [manager] }],
};

const labelOfClinic = {
  id: 205,
  pdf_file: LABEL_FILE,
  tracking_link: TRACKING_LINK,
  tracking_number: TRACKING,
  notification_sent: true,
  patients_ids: String(patient.id),
  other_patient_name: '',
};

const centerTransaction = {
  ...sold,
  product: [{ name: PROCESSING_FEE }],
  patient: [{ ...patient, email: PATIENT_EMAIL, date_joined: '2026-01-05T15:04:00.000Z' }],
  hc_staff_desc: [],
  referral_harvest_center: [],
  patient_documents: [],
  fedex_request: [labelOfClinic],
};

const label = {
  ...labelOfClinic,
  ...address,
  version: 2,
  hc_desc: [{ ...center, email: CENTER_EMAIL }],
  requester: center,
  harvest_center_email: CENTER_EMAIL,
  harvest_center_representative: 'Beth Lowell',
  doctor_name: '',
  doctor_email: '',
  domain: site,
  patients: [patient],
  label_date: '2026-01-12',
  requested_at: '2026-01-09T11:20:00.000Z',
  notification: 'sent' as const,
  shipment: { state: 'delivered' as const, words: 'Delivered', delivered_at: '2026-01-13T10:05:00.000Z' },
  carrier_doubt: null,
  may: ['edit' as const, 'send' as const],
};

const ofLabel = { id: String(label.id) };
const tracking = { tracking_link: TRACKING_LINK, tracking_number: TRACKING, pdf_file: LABEL_FILE, version: 1 };
const done = { id: label.id, version: 2 };

export const salesExamples = [
  exampleOf(listProductOptions, { answer: [{ value: 1, label: PROCESSING_FEE, name: PROCESSING_FEE }] }),
  exampleOf(readProduct, {
    params: { id: '1' },
    answer: { id: 1, name: PROCESSING_FEE, description: 'Processing of one sample', price: 3900, shipping_fee: 20 },
  }),
  exampleOf(listTransactions, {
    query: { date_after: '2026-01-01', date_before: '2026-01-31', limit: '10', offset: '0' },
    answer: {
      count: 1,
      total_amount: sold.amount,
      results: [
        {
          ...sold,
          domain: site.name,
          harvest_center: center.id,
          hc: center.company,
          referral_harvest_center: null,
          rhc: '',
          hc_staff_desc: '',
          patient: patient.id,
          patient_desc: PATIENT_NAME,
          sales_rep: rep.id,
          sales_rep_desc: repByName.name,
          sales_manager_id: manager.id,
          sales_manager_desc: managerByName.name,
          sales_distributor_id: distributor.id,
          sales_distributor_desc: distributorByName.name,
          product: PROCESSING_FEE,
          commission_paid: false,
          transaction_id: '60198273645',
        },
      ],
    },
  }),
  exampleOf(listCenterTransactions, { params: { id: String(center.id) }, answer: [centerTransaction] }),
  exampleOf(listCenterProcessingFees, { params: { id: String(center.id) }, answer: [centerTransaction] }),
  exampleOf(listReferralProcessingFees, { params: { id: String(referral.id) }, answer: [centerTransaction] }),
  exampleOf(listRepTransactions, { params: { id: String(rep.id) }, answer: [salesTransaction] }),
  exampleOf(listManagerTransactions, { params: { id: String(manager.id) }, answer: [salesTransaction] }),
  exampleOf(listDistributorTransactions, { params: { id: String(distributor.id) }, answer: [salesTransaction] }),
  exampleOf(readRevenue, {
    answer: {
      months: ['2026-01'],
      sold: [
        {
          month: '2026-01',
          product_id: 1,
          product: PROCESSING_FEE,
          count: 1,
          amount: sold.amount,
          unpaid_amount: sold.amount,
        },
      ],
      unpaid: { count: 1, amount: sold.amount },
    },
  }),
  exampleOf(readSales, {
    params: { id: String(manager.id) },
    answer: {
      by: 'rep',
      months: ['2026-01'],
      sold: [{ month: '2026-01', part: rep.id, count: 1, amount: sold.amount }],
      parts: [{ ...repByName, last: '2026-01-08' }],
    },
  }),
  exampleOf(listLabels, { answer: [label] }),
  exampleOf(listOtherLabels, {
    params: { id: String(center.id) },
    answer: [
      {
        ...labelOfClinic,
        requested_at: label.requested_at,
        requester: center,
        patients: [{ id: patient.id, name: PATIENT_NAME }],
      },
    ],
  }),
  exampleOf(readLabel, { params: ofLabel, answer: label }),
  exampleOf(requestLabel, {
    body: {
      ...address,
      harvest_center_email: CENTER_EMAIL,
      harvest_center_representative: 'Beth Lowell',
      label_date: '2026-01-12',
      patients_ids: [patient.id],
    },
    answer: { success: true, data: { id: label.id }, message: 'FedEx Label has been requested!' },
  }),
  exampleOf(updateLabel, { params: ofLabel, body: tracking, answer: done }),
  exampleOf(updateLabelAndNotify, {
    params: ofLabel,
    body: tracking,
    answer: { code: 'Success', message: 'The notification is on its way.' },
  }),
  exampleOf(sendLabelNotification, {
    body: { fedex_id: label.id },
    answer: { code: 'Success', message: 'The notification is on its way.' },
  }),
  exampleOf(uploadLabelFile, { body: { filename: 'label.pdf' }, answer: { filename: LABEL_FILE } }),
  exampleOf(makeLabel, { params: ofLabel, body: { version: 1 }, answer: { ...done, alerts: [] } }),
  exampleOf(readLabelFile, { params: { file: LABEL_FILE } }),
];
