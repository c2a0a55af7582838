/** The few people, clinics and labs of whom all examples speak. */
export const site = { id: 1, name: 'Vialkeep' };

export const lab = { id: 1009, company: 'Northgate Cell Lab' };
export const center = { id: 1012, company: 'Lakeside Clinic' };
export const referral = { id: 1013, company: 'Harbor Practice' };

export const rep = { id: 606, first_name: 'Rita', last_name: 'Vance' };
export const manager = { id: 607, first_name: 'Max', last_name: 'Orton' };
export const distributor = { id: 608, first_name: 'Dora', last_name: 'Quill' };
export const staff = { id: 1021, first_name: 'Beth', last_name: 'Lowell' };
export const patient = { id: 1030, first_name: 'Ana', last_name: 'Whitfield' };

export const PATIENT_NAME = 'Ana Whitfield';
export const PATIENT_EMAIL = 'ana@example.com';
export const CENTER_EMAIL = 'office@lakeside.example.com';

export const repByName = { id: rep.id, name: 'Rita Vance' };
export const managerByName = { id: manager.id, name: 'Max Orton' };
export const distributorByName = { id: distributor.id, name: 'Dora Quill' };

export const address = {
  address1: '12 Shore Road',
  address2: '',
  city: 'Madison',
  state_desc: 'Wisconsin',
  country_desc: 'United States',
  zip_code: '53703',
};

/** A patient whose vials are in store. */
export const processing = {
  lab_id: 'NG-2214',
  date_adipose_shipped_to_lab: '2026-01-12',
  date_adipose_received_by_lab: '2026-01-13',
  estimated_date_vials_ready_to_ship: '2026-02-27',
  estimated_date_set_manually: false,
  number_times_qc_done: '2',
  stemcell_plating_initiated_date: '2026-01-15',
  stemcell_plating_successful: 1 as const,
  date_vials_ready_to_ship: '2026-02-25',
  vials_preparation: 0,
  hla_typing_test: 2 as const,
  sterility_start_date: '2026-02-08',
  sterility_end_date: '2026-02-22',
  sterility_complete: true,
};

export const vialCounts = { vials_available: 12, vials_shipped: 4 };
