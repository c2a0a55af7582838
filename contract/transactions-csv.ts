import type { z } from 'zod';
import type { ListedTransaction } from './transactions.ts';

type Listed = z.input<typeof ListedTransaction>;

/** A moment is a date in a workbook and ISO text in a CSV; an amount is a number with two decimals in both. */
export type ReportCell = string | number | null | { readonly moment: string } | { readonly amount: number };

/** The columns of the transactions' files: those of the screen, with the ids that it shows on hover. */
export const transactionReportColumns: readonly (readonly [name: string, cell: (sold: Listed) => ReportCell])[] = [
  ['Transaction ID', ({ id }) => id],
  ['Transaction Date', ({ date }) => ({ moment: date })],
  ['Domain', ({ domain }) => domain],
  ['HC ID', ({ harvest_center }) => harvest_center],
  ['HC', ({ hc }) => hc],
  ['RHC ID', ({ referral_harvest_center }) => referral_harvest_center],
  ['RHC', ({ rhc }) => rhc],
  ['HC Staff', ({ hc_staff_desc }) => hc_staff_desc],
  ['Patient ID', ({ patient }) => patient],
  ['Patient', ({ patient_desc }) => patient_desc],
  ['SR ID', ({ sales_rep }) => sales_rep],
  ['SR Name', ({ sales_rep_desc }) => sales_rep_desc],
  ['SM ID', ({ sales_manager_id }) => sales_manager_id],
  ['SM Name', ({ sales_manager_desc }) => sales_manager_desc],
  ['SD ID', ({ sales_distributor_id }) => sales_distributor_id],
  ['SD Name', ({ sales_distributor_desc }) => sales_distributor_desc],
  ['Product', ({ product }) => product],
  ['Qty', ({ quantity }) => quantity],
  ['Amount', ({ amount }) => ({ amount })],
  ['Coupon Code Used', ({ coupon_code_used }) => coupon_code_used],
  ['Coupon Code Amount', ({ coupon_code_amount }) => ({ amount: coupon_code_amount })],
  ['Commission Paid?', ({ commission_paid }) => (commission_paid ? 'Yes' : 'No')],
];
