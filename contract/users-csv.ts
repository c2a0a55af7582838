import type { z } from 'zod';
import type { CsvCell } from './kernel/csv.ts';
import type { ListedUser } from './users.ts';

type Listed = z.input<typeof ListedUser>;

/**
 * The columns of the users' file in the documented order, for the file of one page and for the export of all filtered
 * users (U-41).
 */
export const userCsvColumns: readonly (readonly [name: string, cell: (user: Listed) => CsvCell])[] = [
  ['ID', ({ id }) => id],
  ['Name', ({ first_name, last_name }) => `${first_name} ${last_name}`.trim()],
  ['Email', ({ email }) => email],
  ['Date Joined', ({ date_joined }) => date_joined],
  ['Company', ({ company }) => company],
  ['Phone_number', ({ phone_number }) => phone_number],
  ['Subscription', ({ subscription_name }) => subscription_name],
  ['Date adipose shipped to lab', ({ processing }) => processing?.date_adipose_shipped_to_lab],
  ['Date adipose received by lab', ({ processing }) => processing?.date_adipose_received_by_lab],
  ['Estimated date vials ready to ship', ({ processing }) => processing?.estimated_date_vials_ready_to_ship],
  ['Date vials ready to ship', ({ processing }) => processing?.date_vials_ready_to_ship],
  ['Number of QC', ({ processing }) => processing?.number_times_qc_done],
  ['Stem cell plating initiated date', ({ processing }) => processing?.stemcell_plating_initiated_date],
  ['Stem cell plating successful', ({ processing }) => oneForYes(processing?.stemcell_plating_successful)],
  ['HLA typing test', ({ processing }) => oneForYes(processing?.hla_typing_test)],
  ['Sterility start date', ({ processing }) => processing?.sterility_start_date],
  ['Sterility end date', ({ processing }) => processing?.sterility_end_date],
  ['Sterility complete', ({ processing }) => yesNo(processing?.sterility_complete)],
  ['vials preparation', ({ processing }) => processing?.vials_preparation],
  ['Sales Rep', ({ sales_rep }) => sales_rep?.name],
  ['HC', ({ hc_desc }) => companies(hc_desc)],
  ['RHC', ({ rhc_desc }) => companies(rhc_desc)],
  ['Vials available', ({ vials_available }) => vials_available],
  ['vials shipped', ({ vials_shipped }) => vials_shipped],
  ['Address1', ({ address1 }) => address1],
  ['Address2', ({ address2 }) => address2],
  ['City', ({ city }) => city],
  ['Country', ({ country_desc }) => country_desc],
  ['State', ({ state_desc }) => state_desc],
  ['Zip code', ({ zip_code }) => zip_code],
  ['Document id', ({ document_id }) => document_id],
  ['Template id', ({ template_id }) => template_id],
  ['Sales Manager', ({ sales_manager }) => sales_manager?.name],
  ['Lab id', ({ processing }) => processing?.lab_id],
  ['Sales Distributor', ({ sales_distributor }) => sales_distributor?.name],
  ['HC Staff', ({ hc_staff }) => hc_staff.map(({ name }) => name).join('; ')],
  ['Customer payment profile id', ({ auth_customer_payment_profile_id }) => auth_customer_payment_profile_id],
  ['Customer profile id', ({ auth_customer_profile_id }) => auth_customer_profile_id],
];

function companies(centers: readonly { company: string }[]): string {
  return centers.map(({ company }) => company).join('; ');
}

function oneForYes(value: 1 | 2 | null | undefined): CsvCell {
  return value === null || value === undefined ? null : yesNo(value === 1);
}

function yesNo(value: boolean | null | undefined): CsvCell {
  if (value === null || value === undefined) return null;
  return value ? 'Yes' : 'No';
}
