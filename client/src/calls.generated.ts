// Written by `npm run generate` from the contract; compared in `npm run check`.

export type AdministeredCenter = { id: number; company: string; first_name: string; last_name: string; email: string; username: string; domain: { id: number; name: string; }; template_id: string | null; };

export type AdministeredStaff = { id: number; first_name: string; last_name: string; email: string; domain: { id: number; name: string; }; related_users: CenterName[]; harvest_centers: CenterName[]; pending: CenterName[]; version: number; };

export type Attention = { kind: AttentionKind; patient: { id: number; name?: string; }; since: string | null; };

export type AttentionKind = 'plating_failed' | 'sterility_ended' | 'estimate_passed' | 'not_received' | 'ready_without_vials';

export type BuiltUpon = { what: 'logged_in' | 'edited' | 'custody' | 'corrected' | 'referred'; message: string; count: number; examples: { id: number; label: string; }[]; };

export type CenterName = { id: number; company: string; };

export type CenterOfLab = { id: number; company: string; first_name: string; last_name: string; email: string; username: string; patients: number; };

export type CenterTransaction = { id: number; date: string; quantity: number; amount: number; coupon_code_used: string; coupon_code_amount: number; product: { name: string; }[]; patient: { id: number; first_name: string; last_name: string; email: string; date_joined: string; }[]; hc_staff_desc: { id: number; first_name: string; last_name: string; }[]; referral_harvest_center: { id: number; company: string; }[]; patient_documents: { id: number; name: string; kind: PatientDocumentKind; status: string; document_id: string; has_supplement?: boolean; }[]; fedex_request: LabelOfClinic[]; };

export type ChangedState = { success: true; state: ImportState; };

export type CustodyEvent = { id: number; kind: CustodyKind; at: string; occurred_on: string | null; who: { id: number; name: string; } | null; on_behalf_of: { id: number; name: string; } | null; facts: Record<string, unknown>; };

export type CustodyKind = 'processing.changed' | 'vials.added' | 'vials.shipped' | 'vials.entry_changed' | 'vials.entry_deleted' | 'document.requested' | 'document.completed' | 'document.refused' | 'document.linked' | 'document.unlinked' | 'document.hidden' | 'order.paid' | 'order.refunded' | 'label.requested' | 'label.made' | 'label.sent' | 'label.tracked' | 'label.deleted' | 'kit.used' | 'tissue.received' | 'tissue.rejected' | 'batch.opened' | 'batch.lot_used' | 'batch.closed' | 'qc.recorded' | 'bench.placed' | 'bench.taken' | 'bench.quarantined' | 'bench.released' | 'bench.found' | 'bench.reserved' | 'bench.freed' | 'bench.picked' | 'bench.packed' | 'bench.undone' | 'order.delivered' | 'vials.discarded' | 'deviation.touched';

export type DocumentStatus = 'Pending' | 'Completed';

export type Harvest = { id: number; kit_id: number; kit_code: string; patient: { id: number; name: string; }; center: { id: number; company: string; }; harvested_at: string; volume_ml: number | null; note: string; tissue_hours: number; arrival_id: number | null; may_arrive_again: boolean; };

export type Import = { id: number; name: string; state: ImportState; domain: { id: number; name: string; }; created_at: string; created_by: { id: number; name: string; }; counts: ImportCounts; missing_email: MissingEmail; check_no: number; checked_at: string | null; applied_at: string | null; undone_at: string | null; undo_until: string | null; undo_reason: string; progress: { done: number; total: number; } | null; failure: string | null; files: ImportFile[]; choices: Record<string, ImportChoice[]>; may: ('edit' | 'check' | 'apply' | 'stop' | 'discard' | 'undo' | 'invite')[]; };

export type ImportChoice = { value: string; label: string; };

export type ImportColumn = { header: string; filled: number; samples: string[]; field: string | null; };

export type ImportCounts = { rows: number; create: number; existing: number; problems: number; applied: number; };

export type ImportFile = { id: number; kind: 'people' | 'processing' | 'vials' | 'transactions' | 'documents' | 'labels' | 'pdfs'; name: string; bytes: number; sha256: string; chunk_bytes: number; received: number[]; complete: boolean; columns: ImportColumn[]; value_map: Record<string, Record<string, string>>; unknown_values: { field: string; value: string; }[]; date_format: 'YYYY-MM-DD' | 'MM/DD/YYYY' | 'DD/MM/YYYY' | 'DD.MM.YYYY' | null; dates_ambiguous: boolean; counts: ImportCounts; pdfs: { count: number; unnamed: number; names: string[]; } | null; };

export type ImportProblem = { file_id: number; file: string; row: number; column: string; value: string; reason: ProblemReason; message: string; };

export type ImportState = 'draft' | 'checking' | 'checked' | 'applying' | 'stopped' | 'applied' | 'undoing' | 'undone' | 'undone_in_part' | 'discarded';

export type ImportSummary = { id: number; name: string; state: ImportState; domain: { id: number; name: string; }; created_at: string; created_by: { id: number; name: string; }; counts: ImportCounts; };

export type ImportWave = { id: number; state: WaveState; plans: (1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 15 | 16)[]; per_hour: number; starts_at: string; invited: number; waiting: number; refused: number; };

export type LabCenterPatient = { lab_id: string; date_adipose_shipped_to_lab: string | null; date_adipose_received_by_lab: string | null; estimated_date_vials_ready_to_ship: string | null; estimated_date_set_manually: boolean; number_times_qc_done: string; stemcell_plating_initiated_date: string | null; stemcell_plating_successful: 1 | 2 | null; date_vials_ready_to_ship: string | null; vials_preparation: number; hla_typing_test: 1 | 2 | null; sterility_start_date: string | null; sterility_end_date: string | null; sterility_complete: boolean | null; id: number; email?: string; first_name?: string; last_name?: string; date_joined: string; domain: { id: number; name: string; }; vials_available: number; vials_shipped: number; hc_desc: { id: number; company: string; }[]; rhc_desc: { id: number; company: string; }[]; referral_hc_desc: { id: number; company: string; }[]; };

export type LabelOfClinic = { id: number; pdf_file: string; tracking_link: string; tracking_number: string; notification_sent: boolean; patients_ids: string; other_patient_name: string; };

export type ListedCenter = { id: number; company: string; first_name: string; last_name: string; email: string; username: string; };

export type ListedDocument = { id: number; document_id: string; name: string; kind: PatientDocumentKind; status: DocumentStatus; domain: { id: number; name: string; }; patient_name: string; patient_email: string; patient_desc: { id: number; first_name: string; last_name: string; email: string; }[]; hc_desc: { id: number; company: string; }[]; requested_at: string; emailed_at: string | null; signed_at: string | null; has_supplement: boolean; may: ('remind' | 'link' | 'delete')[]; };

export type ListedLabel = { id: number; version: number; hc_desc: { id: number; company: string; email: string; }[]; requester: { id: number; company: string; }; harvest_center_email: string; harvest_center_representative: string; doctor_name: string; doctor_email: string; domain: { id: number; name: string; }; address1: string; address2: string; city: string; state_desc: string; zip_code: string; country_desc: string; patients_ids: string; patients: { id: number; first_name: string; last_name: string; }[]; other_patient_name: string; label_date: string; requested_at: string; tracking_link: string; tracking_number: string; pdf_file: string; notification_sent: boolean; notification: NotificationState; shipment: { state: ShipmentState; words: string; delivered_at: string | null; } | null; carrier_doubt: string | null; may: ('edit' | 'send' | 'make')[]; };

export type ListedPatient = { lab_id: string; date_adipose_shipped_to_lab: string | null; date_adipose_received_by_lab: string | null; estimated_date_vials_ready_to_ship: string | null; estimated_date_set_manually: boolean; number_times_qc_done: string; stemcell_plating_initiated_date: string | null; stemcell_plating_successful: 1 | 2 | null; date_vials_ready_to_ship: string | null; vials_preparation: number; hla_typing_test: 1 | 2 | null; sterility_start_date: string | null; sterility_end_date: string | null; sterility_complete: boolean | null; id: number; email: string; first_name: string; last_name: string; date_joined: string; domain: { id: number; name: string; }; vials_available: number; vials_shipped: number; hc_desc: { id: number; company: string; }[]; rhc_desc: { id: number; company: string; }[]; referral_hc_desc: { id: number; company: string; }[]; };

export type ListedTransaction = { id: number; date: string; quantity: number; amount: number; coupon_code_used: string; coupon_code_amount: number; domain: string; harvest_center: number | null; hc: string; referral_harvest_center: number | null; rhc: string; hc_staff_desc: string; patient: number | null; patient_desc: string; sales_rep: number | null; sales_rep_desc: string; sales_manager_id: number | null; sales_manager_desc: string; sales_distributor_id: number | null; sales_distributor_desc: string; product: string; commission_paid: boolean; transaction_id: string | null; };

export type ListedUser = { id: number; first_name: string; last_name: string; email: string; company: string; phone_number: string; address1: string; address2: string; city: string; state_desc: string; country_desc: string; zip_code: string; subscription: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 15 | 16; subscription_name: string; domain: { id: number; name: string; }; tags: number[]; date_joined: string; last_login: string | null; template_id: string | null; document_id: string | null; documents: { document_id: string; name: string; status: string; has_supplement?: boolean; }[]; related_users: RelatedUserWithTheirs[]; hc_desc: { id: number; company: string; }[]; rhc_desc: { id: number; company: string; }[]; sales_rep: { id: number; name: string; } | null; sales_manager: { id: number; name: string; } | null; sales_distributor: { id: number; name: string; } | null; sales_affiliate: { id: number; name: string; } | null; hc_staff: { id: number; name: string; }[]; auth_customer_payment_profile_id: string | null; auth_customer_profile_id: string | null; processing: ProcessingData | null; vials_available: number | null; vials_shipped: number | null; awaits_review: boolean; may: ('edit' | 'deactivate' | 'activate' | 'delete' | 'change_password' | 'login_as' | 'review')[]; };

export type Location = { id: number; location_name: string; address1: string; address2: string; city: string; state_desc: string; country_desc: string; zip_code: string; default: boolean; user: number; template_id: string | null; };

export type MissingEmail = 'refuse' | 'placeholder';

export type NewHarvestSent = { patient_id: number; kit_code: string; harvested_at: string; volume_ml?: number | null; note?: string; };

export type NotificationState = 'none' | 'on_its_way' | 'sent' | 'refused';

export type OtherLabel = { id: number; pdf_file: string; tracking_link: string; tracking_number: string; notification_sent: boolean; patients_ids: string; other_patient_name: string; requested_at: string; requester: { id: number; company: string; }; patients: { id: number; name: string; }[]; };

export type PassportStep = { id: number; kind: CustodyKind; at: string; occurred_on: string | null; who: { id: number; name: string; } | null; on_behalf_of: { id: number; name: string; } | null; facts: Record<string, unknown>; operator: string | null; signature: { id: number; printed_name: string; meaning: 'released' | 'discarded' | 'closed'; signed_at: string; } | null; } | { kind: 'place.moved'; at: string; place: string; from: string; to: string; operator: string | null; };

export type PatientDocumentKind = 'attestation' | 'processing' | 'storage';

export type PatientRecord = { lab_id: string; date_adipose_shipped_to_lab: string | null; date_adipose_received_by_lab: string | null; estimated_date_vials_ready_to_ship: string | null; estimated_date_set_manually: boolean; number_times_qc_done: string; stemcell_plating_initiated_date: string | null; stemcell_plating_successful: 1 | 2 | null; date_vials_ready_to_ship: string | null; vials_preparation: number; hla_typing_test: 1 | 2 | null; sterility_start_date: string | null; sterility_end_date: string | null; sterility_complete: boolean | null; processing_lab: number | null; harvest_center_temporal: number | null; referral_harvest_center_temporal: number | null; vials_available: number; vials_shipped: number; id: number; email?: string; first_name?: string; last_name?: string; username?: string; phone_number?: string; date_joined: string; domain: { id: number; name: string; }; hc_desc: { id: number; company: string; }[]; rhc_desc: { id: number; company: string; }[]; lab_desc: { id: number; company: string; }[]; sales_rep: { id: number; name: string; } | null; version: number; may: ('change_processing' | 'change_identity' | 'change_vials')[]; };

export type ProblemReason = 'required' | 'unknown_value' | 'not_a_date' | 'not_an_email' | 'not_a_number' | 'too_long' | 'twice_in_file' | 'email_in_use' | 'plan_differs' | 'unknown_person' | 'does_not_fit' | 'dates_contradict' | 'not_that_many' | 'key_in_use' | 'file_missing' | 'not_a_pdf';

export type ProcessingData = { lab_id: string; date_adipose_shipped_to_lab: string | null; date_adipose_received_by_lab: string | null; estimated_date_vials_ready_to_ship: string | null; estimated_date_set_manually: boolean; number_times_qc_done: string; stemcell_plating_initiated_date: string | null; stemcell_plating_successful: 1 | 2 | null; date_vials_ready_to_ship: string | null; vials_preparation: number; hla_typing_test: 1 | 2 | null; sterility_start_date: string | null; sterility_end_date: string | null; sterility_complete: boolean | null; };

export type Product = { id: 1 | 2 | 3 | 8 | 9 | 10 | 11 | 12 | 13 | 14; name: string; description: string; price: number; shipping_fee: number; };

export type ProductOption = { value: 1 | 2 | 3 | 8 | 9 | 10 | 11 | 12 | 13 | 14; label: string; name: string; };

export type ReferralAssociation = { id: number; rhc_domain: { id: number; name: string; }; rhc_desc: CenterName; hc_desc: CenterName[]; pending: CenterName[]; version: number; };

export type Refusal = { success: false; code: 'error'; reason: string; message: string; error_message?: string; fields?: Record<string, string>; methods?: ('passkey' | 'totp' | 'recovery_code' | 'password')[]; request_id?: string; };

export type RelatedUser = { id: number; first_name: string; last_name: string; company: string; email: string; subscription: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 15 | 16; };

export type RelatedUserWithTheirs = { id: number; first_name: string; last_name: string; company: string; email: string; subscription: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 15 | 16; related_users: RelatedUser[]; };

export type SalesChain = { sales_rep: { id: number; name: string; } | null; sales_manager: { id: number; name: string; } | null; sales_distributor: { id: number; name: string; } | null; sales_affiliate: { id: number; name: string; } | null; };

export type SalesTransaction = { id: number; date: string; quantity: number; amount: number; coupon_code_used: string; coupon_code_amount: number; patient: { id: number; }[]; harvest_center: { id: number; company: string; }[]; referral_harvest_center: { id: number; company: string; }[]; hc_staff_desc: { id: number; first_name: string; last_name: string; }[]; product: { name: string; }[]; sales_rep: { id: number; first_name: string; last_name: string; sales_manager: { id: number; first_name: string; last_name: string; }[]; }[]; };

export type ShipmentState = 'unknown' | 'label_made' | 'on_its_way' | 'out_for_delivery' | 'delivered' | 'exception' | 'returned' | 'cancelled';

export type ShownUser = { id: number; username: string; first_name: string; last_name: string; company: string; phone_number: string; email: string; address1: string; address2: string; city: string; state_desc: string; country_desc: string; zip_code: string; template_id: string | null; document_id: string | null; hc_logo: string | null; date_joined: string; last_login: string | null; subscription: { id: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 15 | 16; name: string; }; tags: number[]; saless_rep_id: number | null; hc_desc: { id: number; company: string; email: string; template_id: string | null; }[]; rhc_desc: { id: number; company: string; }[]; referral_hc_desc: { id: number; company: string; }[]; harvest_center_temporal: number | null; domain: { id: number; name: string; }; check_agreement: string | null; lab_id?: string; date_adipose_shipped_to_lab?: string | null; date_adipose_received_by_lab?: string | null; estimated_date_vials_ready_to_ship?: string | null; estimated_date_set_manually?: boolean; number_times_qc_done?: string; stemcell_plating_initiated_date?: string | null; stemcell_plating_successful?: 1 | 2 | null; date_vials_ready_to_ship?: string | null; vials_preparation?: number; hla_typing_test?: 1 | 2 | null; sterility_start_date?: string | null; sterility_end_date?: string | null; sterility_complete?: boolean | null; processing_lab?: number | null; referral_harvest_center_temporal?: number | null; vials_available?: number; vials_shipped?: number; auth_customer_profile_id?: string | null; auth_customer_payment_profile_id?: string | null; may: ('show_company' | 'show_template' | 'change_template' | 'change_email' | 'sign_attestation')[]; };

export type ShownWithoutName = { id: number; hc_logo: string | null; date_joined: string; last_login: string | null; subscription: { id: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 15 | 16; name: string; }; tags: number[]; saless_rep_id: number | null; hc_desc: { id: number; company: string; email: string; template_id: string | null; }[]; rhc_desc: { id: number; company: string; }[]; referral_hc_desc: { id: number; company: string; }[]; harvest_center_temporal: number | null; domain: { id: number; name: string; }; check_agreement: string | null; lab_id?: string; date_adipose_shipped_to_lab?: string | null; date_adipose_received_by_lab?: string | null; estimated_date_vials_ready_to_ship?: string | null; estimated_date_set_manually?: boolean; number_times_qc_done?: string; stemcell_plating_initiated_date?: string | null; stemcell_plating_successful?: 1 | 2 | null; date_vials_ready_to_ship?: string | null; vials_preparation?: number; hla_typing_test?: 1 | 2 | null; sterility_start_date?: string | null; sterility_end_date?: string | null; sterility_complete?: boolean | null; processing_lab?: number | null; referral_harvest_center_temporal?: number | null; vials_available?: number; vials_shipped?: number; may: ('show_company' | 'show_template' | 'change_template' | 'change_email' | 'sign_attestation')[]; };

export type StaffMember = { id: number; first_name: string; last_name: string; email: string; status: 'pending' | 'active' | 'inactive'; };

export type StageCount = { stage: 'awaiting' | 'shipped' | 'received' | 'plating' | 'sterility' | 'ready'; count: number; oldest_days: number | null; late: number; failed: number; ending_soon: number; vials: number | null; };

export type TabledPatient = { lab_id: string; date_adipose_shipped_to_lab: string | null; date_adipose_received_by_lab: string | null; estimated_date_vials_ready_to_ship: string | null; estimated_date_set_manually: boolean; number_times_qc_done: string; stemcell_plating_initiated_date: string | null; stemcell_plating_successful: 1 | 2 | null; date_vials_ready_to_ship: string | null; vials_preparation: number; hla_typing_test: 1 | 2 | null; sterility_start_date: string | null; sterility_end_date: string | null; sterility_complete: boolean | null; id: number; email: string; first_name: string; last_name: string; date_joined: string; domain: { id: number; name: string; }; vials_available: number; vials_shipped: number; hc_desc: { id: number; company: string; }[]; rhc_desc: { id: number; company: string; }[]; referral_hc_desc: { id: number; company: string; }[]; phone_number: string; address1: string; address2: string; city: string; state_desc: string; zip_code: string; documents: { name: string; status: string; }[]; sales_rep: { id: number; name: string; } | null; };

export type TeamMember = { id: number; first_name: string; last_name: string; email: string; };

export type TeamPatient = { lab_id: string; date_adipose_shipped_to_lab: string | null; date_adipose_received_by_lab: string | null; estimated_date_vials_ready_to_ship: string | null; estimated_date_set_manually: boolean; number_times_qc_done: string; stemcell_plating_initiated_date: string | null; stemcell_plating_successful: 1 | 2 | null; date_vials_ready_to_ship: string | null; vials_preparation: number; hla_typing_test: 1 | 2 | null; sterility_start_date: string | null; sterility_end_date: string | null; sterility_complete: boolean | null; id: number; date_joined: string; domain: { id: number; name: string; }; vials_available: number; vials_shipped: number; hc_desc: { id: number; company: string; }[]; rhc_desc: { id: number; company: string; }[]; referral_hc_desc: { id: number; company: string; }[]; harvest_center: { id: number; company: string; }[]; sales_rep: { id: number; first_name: string; last_name: string; sales_manager: { id: number; first_name: string; last_name: string; }[]; }[]; };

export type TeamRep = { id: number; first_name: string; last_name: string; email: string; sales_manager: { id: number; first_name: string; last_name: string; }[]; };

export type UpdatePatientBodySent = { lab_id?: string; date_adipose_shipped_to_lab?: string | null; date_adipose_received_by_lab?: string | null; estimated_date_vials_ready_to_ship?: string | null; estimated_date_set_manually?: boolean; number_times_qc_done?: string; stemcell_plating_initiated_date?: string | null; stemcell_plating_successful?: 1 | 2 | null | ''; date_vials_ready_to_ship?: string | null; vials_preparation?: number | ''; hla_typing_test?: 1 | 2 | null | ''; sterility_start_date?: string | null; sterility_end_date?: string | null; sterility_complete?: boolean | null | ''; processing_lab?: number | null | ''; harvest_center_temporal?: number | null | ''; referral_harvest_center_temporal?: number | null | ''; email?: string; first_name?: string; last_name?: string; version?: number; };

export type UserDetails = { id: number; username: string; email: string; first_name: string; last_name: string; phone_number: string; company: string; address1: string; address2: string; city: string; state_desc: string; country_desc: string; zip_code: string; template_id: string | null; subscription: { id: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 15 | 16; name: string; }; domain: { id: number; name: string; }; tags: number[]; date_joined: string; last_login: string | null; is_active: boolean; related_users: RelatedUserWithTheirs[]; processing_lab: { id: number; name: string; } | null; sales_rep: { id: number; name: string; } | null; sales_manager: { id: number; name: string; } | null; sales_distributor: { id: number; name: string; } | null; sales_affiliate: { id: number; name: string; } | null; processing: ProcessingData | null; vials_available: number | null; vials_shipped: number | null; version: number; may: ('edit' | 'deactivate' | 'activate' | 'delete' | 'change_password' | 'login_as' | 'review')[]; may_become: (1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 15 | 16)[]; };

export type UserOption = { value: number; id: number; label: string; first_name: string; last_name: string; company: string; };

export type Vial = { code: string; old_code: string | null; state: VialState; held: boolean; reserved: boolean; added_on: string; added_entry_id: number; shipped_on: string | null; shipped_entry_id: number | null; tracking_id: string | null; };

export type VialEntry = { id: number; type: VialEntryType; quantity: number; date: string; tracking_id: string | null; note?: string; user: number; user_id: number; codes: string[]; };

export type VialEntryType = 'added' | 'shipped';

export type VialPassport = { code: string; old_code: string | null; state: VialState; held: boolean; reserved: boolean; added_on: string; shipped_on: string | null; tracking_id: string | null; patient: { id: number; name: string; }; hold_reason: 'awaiting_release' | 'deviation' | 'missing' | 'returned' | 'failed_qc' | null; place: { box_id: number; box_code: string; path: string[]; position: number; label: string; } | null; batch: { id: number; code: string; passage: number; state: string; } | null; order: { id: number; code: string; state: string; } | null; steps: PassportStep[]; may: ('print_label' | 'see_bench')[]; };

export type VialState = 'stored' | 'shipped' | 'discarded' | 'withdrawn';

export type WaveState = 'waiting' | 'running' | 'finished' | 'stopped' | 'stopped_itself';

export type WebhookEvent = { type: 'account.created'; timestamp: string; data: { user_id: number; plan: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 15 | 16; }; } | { type: 'account.deactivated'; timestamp: string; data: { user_id: number; plan: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 15 | 16; }; } | { type: 'patient.stage_changed'; timestamp: string; data: { patient_id: number; from: 'awaiting' | 'shipped' | 'received' | 'plating' | 'sterility' | 'ready'; to: 'awaiting' | 'shipped' | 'received' | 'plating' | 'sterility' | 'ready'; since: string | null; }; } | { type: 'vials.added'; timestamp: string; data: { entry_id: number; patient_id: number; quantity: number; date: string; }; } | { type: 'vials.shipped'; timestamp: string; data: { entry_id: number; patient_id: number; quantity: number; date: string; }; } | { type: 'vials.corrected'; timestamp: string; data: { entry_id: number; patient_id: number; quantity: number; date: string; entry: 'added' | 'shipped'; quantity_before: number; }; } | { type: 'document.sent'; timestamp: string; data: { document_id: number; kind: 'attestation' | 'processing' | 'storage' | 'hc_attestation'; signer_id: number | null; patient_id: number | null; center_id: number | null; }; } | { type: 'document.completed'; timestamp: string; data: { document_id: number; kind: 'attestation' | 'processing' | 'storage' | 'hc_attestation'; signer_id: number | null; patient_id: number | null; center_id: number | null; origin: 'signing' | 'upload'; signed_on: string | null; }; } | { type: 'document.declined'; timestamp: string; data: { document_id: number; kind: 'attestation' | 'processing' | 'storage' | 'hc_attestation'; signer_id: number | null; patient_id: number | null; center_id: number | null; how: 'declined' | 'expired' | 'revoked'; }; } | { type: 'transaction.created'; timestamp: string; data: { transaction_id: number; product_id: 1 | 2 | 3 | 8 | 9 | 10 | 11 | 12 | 13 | 14; quantity: number; amount_cents: number; center_id: number | null; referral_center_id: number | null; patient_id: number | null; buyer_id: number; }; } | { type: 'transaction.corrected'; timestamp: string; data: { transaction_id: number; product_id: 1 | 2 | 3 | 8 | 9 | 10 | 11 | 12 | 13 | 14; quantity: number; amount_cents: number; center_id: number | null; referral_center_id: number | null; patient_id: number | null; }; } | { type: 'label.requested'; timestamp: string; data: { label_id: number; center_id: number; requester_id: number; patient_ids: number[]; }; } | { type: 'label.made'; timestamp: string; data: { label_id: number; center_id: number; requester_id: number; patient_ids: number[]; }; } | { type: 'label.delivered'; timestamp: string; data: { label_id: number; center_id: number; requester_id: number; patient_ids: number[]; delivered_on: string | null; }; } | { type: 'label.exception'; timestamp: string; data: { label_id: number; center_id: number; requester_id: number; patient_ids: number[]; }; } | { type: 'import.applied'; timestamp: string; data: { import_id: number; rows: number; created: number; existing: number; left_out: number; }; } | { type: 'webhook.test'; timestamp: string; data: { endpoint_id: number; }; };

/** The reasons with which any call can be refused. */
export type CommonReason = 'invalid_input' | 'not_signed_in' | 'not_permitted' | 'not_by_key' | 'key_scope_missing' | 'not_found' | 'session_locked' | 'password_change_required' | 'second_factor_setup_required' | 'email_not_verified' | 'not_while_acting' | 'held' | 'step_up_required' | 'awaiting_review' | 'already_done' | 'key_reused' | 'too_large' | 'wrong_file_type' | 'unknown_host' | 'too_many_requests' | 'too_many_uploads' | 'unexpected' | 'authorization_missing' | 'storage_full' | 'busy' | 'unavailable';

/** Every call that an API key can make, with the reasons of its own refusals. */
export type Calls = {
  /** One user. Key scope: people.read. */
  'GET /api/v1/users/:id/': {
    input: { params: { id: number | string; }; };
    answer: ShownUser | ShownWithoutName;
    reasons: never;
  };
  /** Save a patient’s data. Key scope: patients.write. */
  'PUT /api/v1/users/:id/': {
    input: { params: { id: number | string; }; body: UpdatePatientBodySent; };
    answer: { lab_id: string; date_adipose_shipped_to_lab: string | null; date_adipose_received_by_lab: string | null; estimated_date_vials_ready_to_ship: string | null; estimated_date_set_manually: boolean; number_times_qc_done: string; stemcell_plating_initiated_date: string | null; stemcell_plating_successful: 1 | 2 | null; date_vials_ready_to_ship: string | null; vials_preparation: number; hla_typing_test: 1 | 2 | null; sterility_start_date: string | null; sterility_end_date: string | null; sterility_complete: boolean | null; processing_lab: number | null; harvest_center_temporal: number | null; referral_harvest_center_temporal: number | null; vials_available: number; vials_shipped: number; id: number; email?: string; first_name?: string; last_name?: string; username?: string; phone_number?: string; date_joined: string; domain: { id: number; name: string; }; hc_desc: { id: number; company: string; }[]; rhc_desc: { id: number; company: string; }[]; lab_desc: { id: number; company: string; }[]; sales_rep: { id: number; name: string; } | null; version: number; may: ('change_processing' | 'change_identity' | 'change_vials')[]; message: string; };
    reasons: 'dates_contradict' | 'email_in_use' | 'changed_meanwhile';
  };
  /** Name and id of the user with this id or e-mail. Key scope: people.read. */
  'GET /api/v1/users/identifier/:identifier/': {
    input: { params: { identifier: string; }; };
    answer: { id: number; username: string; };
    reasons: never;
  };
  /** Patients to choose from. Key scope: people.read. */
  'GET /api/admin/users/patient/list/': {
    input: { query?: { search?: string; domain_id?: number; }; };
    answer: UserOption[];
    reasons: never;
  };
  /** Those who belong to this user. Key scope: people.read. */
  'GET /api/v1/users/:id/related_by/': {
    input: { params: { id: number | string; }; query?: { membership?: 'sr' | 'sm' | 'sd' | 'sa' | string; dropdown?: 'true' | 'false'; }; };
    answer: RelatedUserWithTheirs[];
    reasons: never;
  };
  /** Those at the end of a path of memberships. Key scope: people.read. */
  'GET /api/v1/users/:id/related_to_by_membership/': {
    input: { params: { id: number | string; }; query: { first_related: 'sr' | 'sm' | 'sd' | 'sa' | string; second_related?: 'sr' | 'sm' | 'sd' | 'sa' | string; third_related?: 'sr' | 'sm' | 'sd' | 'sa' | string; fourth_related?: 'sr' | 'sm' | 'sd' | 'sa' | string; include_nested?: 'true' | 'false'; }; };
    answer: RelatedUserWithTheirs[];
    reasons: never;
  };
  /** Those whom this user belongs to. Key scope: people.read. */
  'GET /api/v1/users/:id/related_from/': {
    input: { params: { id: number | string; }; query?: { membership?: 'sr' | 'sm' | 'sd' | 'sa' | string; dropdown?: 'true' | 'false'; order_by?: 'id' | '-id' | 'first_name' | '-first_name' | 'last_name' | '-last_name' | 'company' | '-company' | ('id' | '-id' | 'first_name' | '-first_name' | 'last_name' | '-last_name' | 'company' | '-company')[]; }; };
    answer: RelatedUserWithTheirs[];
    reasons: never;
  };
  /** Sales distributors to choose from. Key scope: people.read. */
  'GET /api/admin/users/sales-distributor/list/': {
    input: { query?: { search?: string; domain_id?: number; }; };
    answer: UserOption[];
    reasons: never;
  };
  /** Sales managers to choose from. Key scope: people.read. */
  'GET /api/admin/users/sales-manager/list/': {
    input: { query?: { search?: string; domain_id?: number; }; };
    answer: UserOption[];
    reasons: never;
  };
  /** Sales reps to choose from. Key scope: people.read. */
  'GET /api/admin/users/sales-rep/list/': {
    input: { query?: { search?: string; domain_id?: number; }; };
    answer: UserOption[];
    reasons: never;
  };
  /** Active users of one membership, to choose from. Key scope: people.read. */
  'GET /api/v1/users/users_by_membership/': {
    input: { query: { search?: string; domain_id?: number; membership: 'sr' | 'sm' | 'sd' | 'sa' | string; dropdown?: 'true' | 'false'; }; };
    answer: UserOption[];
    reasons: never;
  };
  /** Users that cannot log in any more. Key scope: people.read. */
  'GET /api/admin/users/all/inactive/': {
    input: {};
    answer: ListedUser[];
    reasons: never;
  };
  /** The memberships there are. Key scope: people.read. */
  'GET /api/v1/memberships/': {
    input: {};
    answer: { id: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 15 | 16; name: string; }[];
    reasons: never;
  };
  /** The tags there are. Key scope: people.read. */
  'GET /api/v1/user-tags/': {
    input: {};
    answer: { id: number; name: string; }[];
    reasons: never;
  };
  /** Active users, newest first, 30 at a time. Key scope: people.read. */
  'GET /api/admin/users/': {
    input: { query?: { search?: string; subscription_type?: string; tags?: string; domain_id?: number; limit?: number; offset?: number; }; };
    answer: { results: ListedUser[]; count: number; count_is_exact: boolean; };
    reasons: never;
  };
  /** Who sells to a patient or donor of these centers. Key scope: people.read. */
  'GET /api/admin/users/:id/sales-chain/': {
    input: { params: { id: number | string; }; query?: { harvest_center?: number; referral_harvest_center?: number; }; };
    answer: SalesChain;
    reasons: never;
  };
  /** One user with everything an administrator may change. Key scope: people.read. */
  'GET /api/admin/users/:id/details/': {
    input: { params: { id: number | string; }; };
    answer: UserDetails;
    reasons: never;
  };
  /** The locations of a user, the default first. Key scope: people.read. */
  'GET /api/v1/locations/user/:userId/': {
    input: { params: { userId: number | string; }; };
    answer: Location[];
    reasons: never;
  };
  /** Patients, newest first, 30 at a time. Key scope: patients.read. */
  'GET /api/admin/users/lab/': {
    input: { query?: { limit?: number; offset?: number; search?: string; domain_id?: number; stage?: 'awaiting' | 'shipped' | 'received' | 'plating' | 'sterility' | 'ready'; }; };
    answer: { results: TabledPatient[]; count: number; count_is_exact: boolean; };
    reasons: never;
  };
  /** The patients of a harvest center, to choose from. Key scope: patients.read. */
  'GET /api/v1/harvest-centers/:id/patientList/': {
    input: { params: { id: number | string; }; query?: { search?: string; }; };
    answer: { label: string; value: number; }[];
    reasons: never;
  };
  /** The patients of a referral harvest center, to choose from. Key scope: patients.read. */
  'GET /api/v1/harvest-centers/:id/referral/patientList/': {
    input: { params: { id: number | string; }; query?: { search?: string; }; };
    answer: { label: string; value: number; }[];
    reasons: never;
  };
  /** The patients of a harvest center. Key scope: patients.read. */
  'GET /api/v1/harvest-centers/:id/patients/': {
    input: { params: { id: number | string; }; query?: { search?: string; }; };
    answer: ListedPatient[];
    reasons: never;
  };
  /** The patients of a harvest center that a lab processes. Key scope: patients.read. */
  'GET /api/v1/processing-labs/:labId/harvestcenter/:hcId/patients/': {
    input: { params: { labId: number | string; hcId: number | string; }; query?: { search?: string; }; };
    answer: LabCenterPatient[];
    reasons: never;
  };
  /** The patients of a referral harvest center. Key scope: patients.read. */
  'GET /api/v1/harvest-centers/referral/:id/patients/': {
    input: { params: { id: number | string; }; query?: { search?: string; }; };
    answer: ListedPatient[];
    reasons: never;
  };
  /** The patients of a sales distributor’s teams. Key scope: patients.read. */
  'GET /api/v1/sales-distributors/:id/patients/': {
    input: { params: { id: number | string; }; };
    answer: TeamPatient[];
    reasons: never;
  };
  /** The patients of a sales manager’s team. Key scope: patients.read. */
  'GET /api/v1/sales-managers/:id/patients/': {
    input: { params: { id: number | string; }; };
    answer: TeamPatient[];
    reasons: never;
  };
  /** The patients of a sales rep’s centers. Key scope: patients.read. */
  'GET /api/v1/users/sales-rep/:id/': {
    input: { params: { id: number | string; }; };
    answer: TeamPatient[];
    reasons: never;
  };
  /** The patients of a harvest center that another center sent. Key scope: patients.read. */
  'GET /api/v1/harvest-centers/:id/referral-patients/': {
    input: { params: { id: number | string; }; query?: { search?: string; }; };
    answer: ListedPatient[];
    reasons: never;
  };
  /** A patient’s record. Key scope: patients.read. */
  'GET /api/v1/users/:id/record/': {
    input: { params: { id: number | string; }; };
    answer: PatientRecord;
    reasons: never;
  };
  /** How many patients are in which stage. Key scope: patients.read. */
  'GET /api/v1/patients/stages/': {
    input: { query?: { domain_id?: number; }; };
    answer: StageCount[];
    reasons: never;
  };
  /** What needs a look, most urgent first, 20 at most. Key scope: patients.read. */
  'GET /api/v1/patients/attention/': {
    input: {};
    answer: Attention[];
    reasons: never;
  };
  /** Sterility tests that end in the next 14 days, and how long finished samples took. Key scope: patients.read. */
  'GET /api/v1/patients/sterility-endings/': {
    input: {};
    answer: { endings: { day: string; count: number; }[]; finished: { id: number; ready_on: string; days: number; }[]; };
    reasons: never;
  };
  /** How many vials a center’s patients had at the end of each of the last 12 months. Key scope: patients.read. */
  'GET /api/v1/patients/vial-stock/': {
    input: {};
    answer: { month: string; available: number; }[];
    reasons: never;
  };
  /** Write down that vials came in or went out. Key scope: vials.write. */
  'POST /api/v1/vials-history/': {
    input: { body: { type: VialEntryType; date: string; quantity: number; tracking_id?: string | null; note?: string | null; user?: number | null | ''; user_id?: number | null | ''; vial_codes?: string[]; }; };
    answer: { success: true; data: VialEntry; };
    reasons: 'vials_unavailable';
  };
  /** Take an entry back. Key scope: vials.write. */
  'DELETE /api/v1/vials-history/:id/': {
    input: { params: { id: number | string; }; };
    answer: { success: true; };
    reasons: 'vials_unavailable';
  };
  /** Correct an entry: its quantity, note or tracking ID. Key scope: vials.write. */
  'PATCH /api/v1/vials-history/:id/': {
    input: { params: { id: number | string; }; body?: { quantity?: number; note?: string | null; tracking_id?: string | null; type?: VialEntryType; user?: number | null | ''; user_id?: number | null | ''; }; };
    answer: VialEntry;
    reasons: 'vials_unavailable';
  };
  /** Every vial of a patient, and where it is. Key scope: vials.read. */
  'GET /api/v1/vials/user/:userId/vials/': {
    input: { params: { userId: number | string; }; };
    answer: Vial[];
    reasons: never;
  };
  /** A patient’s vials: how many there are, and what came in and went out. Key scope: vials.read. */
  'GET /api/v1/vials/user/:userId/': {
    input: { params: { userId: number | string; }; };
    answer: { success: true; data: { user_vials: { vials_available: number; vials_shipped: number; vials_added: number; vials_quarantined: number; vials_discarded: number; vials_reserved: number; }; vials_history: VialEntry[]; }; may: ('add' | 'edit' | 'delete_added' | 'delete_shipped' | 'see_notes')[]; };
    reasons: never;
  };
  /** A patient’s chain of custody, oldest first. Key scope: patients.read. */
  'GET /api/v1/users/:id/custody/': {
    input: { params: { id: number | string; }; };
    answer: CustodyEvent[];
    reasons: never;
  };
  /** The documents of a harvest center’s patients, newest first. Key scope: documents.read. */
  'GET /api/v1/harvest-centers/:id/documentList/': {
    input: { params: { id: number | string; }; };
    answer: ListedDocument[];
    reasons: never;
  };
  /** A patient’s consent documents by kind. Key scope: documents.read. */
  'GET /api/v1/documents/list/:userId/': {
    input: { params: { userId: number | string; }; };
    answer: { success: true; attestation: { id: number; document_id: string; name: string; kind: PatientDocumentKind; status: DocumentStatus; requested_at: string; signed_at: string | null; has_supplement: boolean; }[]; processing: { id: number; document_id: string; name: string; kind: PatientDocumentKind; status: DocumentStatus; requested_at: string; signed_at: string | null; has_supplement: boolean; }[]; storage: { id: number; document_id: string; name: string; kind: PatientDocumentKind; status: DocumentStatus; requested_at: string; signed_at: string | null; has_supplement: boolean; }[]; may: 'sign'[]; };
    reasons: never;
  };
  /** A signed document as PDF. Key scope: documents.read. */
  'GET /media/:file': {
    input: { params: { file: string; }; };
    answer: Blob;
    reasons: 'integrity';
  };
  /** The harvest centers whose approval a referral center waits for. Key scope: people.read. */
  'GET /api/v1/rhc-association/:id/awaited/': {
    input: { params: { id: number | string; }; };
    answer: CenterName[];
    reasons: never;
  };
  /** Harvest centers to choose from. Key scope: people.read. */
  'GET /api/v1/harvest-centers/list-all/': {
    input: { query?: { search?: string; domain_id?: number; }; };
    answer: UserOption[];
    reasons: never;
  };
  /** The harvest centers of a lab. Key scope: people.read. */
  'GET /api/v1/processing-labs/:id/harvestcenters/': {
    input: { params: { id: number | string; }; };
    answer: CenterOfLab[];
    reasons: never;
  };
  /** The harvest centers of a referral center, with their templates. Key scope: people.read. */
  'GET /api/v1/harvest-centers/public-options/:id/': {
    input: { params: { id: number | string; }; };
    answer: { id: number; company: string; template_id: string | null; }[];
    reasons: never;
  };
  /** The harvest centers of a sales rep. Key scope: people.read. */
  'GET /api/v1/harvest-centers/sales-rep/:id/': {
    input: { params: { id: number | string; }; };
    answer: ListedCenter[];
    reasons: never;
  };
  /** Harvest centers, newest first. Key scope: people.read. */
  'GET /api/admin/harvest-centers/': {
    input: { query?: { search?: string; domain_id?: number; }; };
    answer: AdministeredCenter[];
    reasons: never;
  };
  /** The labs there are; for a lab, itself. Key scope: people.read. */
  'GET /api/v1/processing-labs/': {
    input: {};
    answer: ListedCenter[];
    reasons: never;
  };
  /** Referral harvest centers with their harvest centers. Key scope: people.read. */
  'GET /api/admin/rhc-association/all/': {
    input: {};
    answer: ReferralAssociation[];
    reasons: never;
  };
  /** Referral harvest centers, newest first. Key scope: people.read. */
  'GET /api/admin/referral-harvest-centers/': {
    input: { query?: { search?: string; domain_id?: number; }; };
    answer: AdministeredCenter[];
    reasons: never;
  };
  /** The referral harvest centers of a sales rep. Key scope: people.read. */
  'GET /api/v1/referral-harvest-centers/sales-rep/:id/': {
    input: { params: { id: number | string; }; };
    answer: ListedCenter[];
    reasons: never;
  };
  /** HC staff with their centers. Key scope: people.read. */
  'GET /api/admin/hc-staff/': {
    input: {};
    answer: AdministeredStaff[];
    reasons: never;
  };
  /** Who works for a center, and who asks to. Key scope: people.read. */
  'GET /api/v1/hc-staff/:id/staff-list/': {
    input: { params: { id: number | string; }; };
    answer: { staff_list: StaffMember[]; may: ('approve' | 'remove')[]; };
    reasons: never;
  };
  /** The products to choose from. Key scope: transactions.read. */
  'GET /api/admin/products/list-all-options/': {
    input: {};
    answer: ProductOption[];
    reasons: never;
  };
  /** A product with its price and shipping fee. Key scope: transactions.read. */
  'GET /api/v1/products/:id/': {
    input: { params: { id: string; }; };
    answer: Product;
    reasons: never;
  };
  /** One vial’s whole way, from the kit to the parcel. Key scope: vials.read. */
  'GET /api/v1/bench/vials/:code/': {
    input: { params: { code: string; }; };
    answer: VialPassport;
    reasons: 'bench_off';
  };
  /** The harvests of the patients whom the caller sees, newest first. Key scope: patients.read. */
  'GET /api/v1/harvests/': {
    input: { query?: { patient_id?: number; lab_id?: number; kit_code?: string; on_the_way?: 'true' | 'false'; limit?: number; offset?: number; }; };
    answer: { results: Harvest[]; count: number; };
    reasons: never;
  };
  /** Record that tissue was taken from a patient into a kit. Key scope: patients.write. */
  'POST /api/v1/harvests/': {
    input: { body: NewHarvestSent; };
    answer: { harvest: Harvest; sent_here: boolean; pending_consents: PatientDocumentKind[]; };
    reasons: 'before_sent' | 'bench_off' | 'kit_used' | 'kit_expired' | 'kit_held' | 'kit_void';
  };
  /** The processing fees paid for a center’s patients. Key scope: transactions.read. */
  'GET /api/v1/harvest-centers/:id/transactions-history/processing-fee/': {
    input: { params: { id: number | string; }; };
    answer: CenterTransaction[];
    reasons: never;
  };
  /** What was bought for a center, newest first. Key scope: transactions.read. */
  'GET /api/v1/harvest-centers/:id/transactions-history/': {
    input: { params: { id: number | string; }; };
    answer: CenterTransaction[];
    reasons: never;
  };
  /** What a distributor’s teams sold, newest first. Key scope: transactions.read. */
  'GET /api/v1/sales-distributors/:id/team-transactions/': {
    input: { params: { id: number | string; }; };
    answer: SalesTransaction[];
    reasons: never;
  };
  /** What a sales manager’s team sold, newest first. Key scope: transactions.read. */
  'GET /api/v1/sales-rep/:id/team-transactions/': {
    input: { params: { id: number | string; }; };
    answer: SalesTransaction[];
    reasons: never;
  };
  /** The processing fees a referral center paid. Key scope: transactions.read. */
  'GET /api/v1/rhc-association/:id/transactions-history/processing-fee/': {
    input: { params: { id: number | string; }; };
    answer: CenterTransaction[];
    reasons: never;
  };
  /** What a sales rep sold, newest first. Key scope: transactions.read. */
  'GET /api/v1/sales-rep/:id/my-transactions/': {
    input: { params: { id: number | string; }; };
    answer: SalesTransaction[];
    reasons: never;
  };
  /** Transactions, newest first, 10 at a time, with the total of all that the filters leave. Key scope: transactions.read. */
  'GET /api/admin/transactions/': {
    input: { query?: { sales_rep_id?: number; sales_manager_id?: number; sales_distributor_id?: number; harvest_center_id?: number; referral_harvest_center_id?: number; patient_id?: number; domain_id?: number; product_id?: string; date_after?: string; date_before?: string; search?: string; commission_paid?: 'true' | 'false'; limit?: number; offset?: number; }; };
    answer: { count: number; total_amount: number; results: ListedTransaction[]; };
    reasons: never;
  };
  /** What was sold in each of the last 12 months, by product, and of how much the commission is unpaid. Key scope: transactions.read. */
  'GET /api/admin/transactions/revenue/': {
    input: { query?: { domain_id?: number; }; };
    answer: { months: string[]; sold: { month: string; product_id: 1 | 2 | 3 | 8 | 9 | 10 | 11 | 12 | 13 | 14; product: string; count: number; amount: number; unpaid_amount: number; }[]; unpaid: { count: number; amount: number; }; };
    reasons: never;
  };
  /** What the sales of a person came to in each of the last 12 months: a rep’s by product, a manager’s by rep, a distributor’s by manager. Key scope: transactions.read. */
  'GET /api/v1/sales-team/:id/sales/': {
    input: { params: { id: number | string; }; };
    answer: { by: 'product' | 'rep' | 'manager'; months: string[]; sold: { month: string; part: number; count: number; amount: number; }[]; parts: { id: number; name: string; last: string | null; }[]; };
    reasons: never;
  };
  /** The sales managers of a distributor. Key scope: people.read. */
  'GET /api/v1/sales-distributors/:id/sales-managers/': {
    input: { params: { id: number | string; }; };
    answer: TeamMember[];
    reasons: never;
  };
  /** The sales reps of a distributor’s managers. Key scope: people.read. */
  'GET /api/v1/sales-distributors/:id/sales-rep/': {
    input: { params: { id: number | string; }; };
    answer: TeamRep[];
    reasons: never;
  };
  /** The sales reps of a sales manager. Key scope: people.read. */
  'GET /api/v1/sales-rep/sales-manager/list/:id/': {
    input: { params: { id: number | string; }; };
    answer: TeamMember[];
    reasons: never;
  };
  /** Requests for shipping labels, those without a label first. Key scope: labels.write. */
  'GET /api/admin/fedex-requests/': {
    input: {};
    answer: ListedLabel[];
    reasons: never;
  };
  /** Requests of a clinic that belong to none of its processing fees, newest first. Key scope: labels.read. */
  'GET /api/v1/fedex-requests/other/:id/': {
    input: { params: { id: number | string; }; };
    answer: OtherLabel[];
    reasons: never;
  };
  /** Have the carrier make the label. Key scope: labels.write. */
  'POST /api/admin/fedex-requests/:id/make-label/': {
    input: { params: { id: number | string; }; body?: { version?: number; has_looked?: boolean; }; };
    answer: { id: number; version: number; alerts: string[]; };
    reasons: 'changed_meanwhile' | 'has_label' | 'no_carrier' | 'no_destination' | 'already_asking' | 'label_uncertain' | 'carrier_refused' | 'carrier_unavailable';
  };
  /** One request for a shipping label. Key scope: labels.write. */
  'GET /api/admin/fedex-requests/:id/': {
    input: { params: { id: number | string; }; };
    answer: ListedLabel;
    reasons: never;
  };
  /** Give a request its label and tracking number. Key scope: labels.write. */
  'PATCH /api/admin/fedex-requests/:id/': {
    input: { params: { id: number | string; }; body: { tracking_link: string; tracking_number: string; pdf_file?: string | null; version?: number; }; };
    answer: { id: number; version: number; };
    reasons: 'file_not_uploaded' | 'changed_meanwhile';
  };
  /** The file of a shipping label. Key scope: labels.read. */
  'GET /media/fedex-label/:file': {
    input: { params: { file: string; }; };
    answer: Blob;
    reasons: never;
  };
  /** Ask for a shipping label. Key scope: labels.write. */
  'POST /api/v1/fedex-requests/': {
    input: { body: { harvest_center_email: string; harvest_center_representative: string; doctor_name?: string; doctor_email?: '' | string; doctor_phone?: string; label_date?: string | null | ''; address1: string; address2?: string; city: string; state_desc: string; country_desc: string; zip_code: string; patients_ids?: string | number[]; other_patient_name?: string; transaction_id?: number | null; }; };
    answer: { success: true; data: { id: number; }; message: string; };
    reasons: 'documents_pending' | 'already_requested';
  };
  /** Tell the center that its label is there. Key scope: labels.write. */
  'POST /api/v1/fedex-requests/send-notification/': {
    input: { body: { fedex_id: number; }; };
    answer: { code: 'Success'; message: string; };
    reasons: 'no_email' | 'no_label';
  };
  /** Give a request its label and tell the center. Key scope: labels.write. */
  'POST /api/v1/fedex-requests/update-sent-notification/:id/': {
    input: { params: { id: number | string; }; body: { tracking_link: string; tracking_number: string; pdf_file?: string | null; version?: number; }; };
    answer: { code: 'Success'; message: string; };
    reasons: 'file_not_uploaded' | 'changed_meanwhile' | 'no_email' | 'no_label';
  };
  /** Upload the file of a shipping label. Key scope: labels.write. */
  'POST /api/v1/fedex-requests/process-file/': {
    input: { body?: { filename?: string; type?: string; }; file: Blob; };
    answer: { filename: string; };
    reasons: 'unreadable_pdf';
  };
  /** What is waiting on administrators: labels, letters, documents, new sites, privacy requests, and decisions about money. Key scope: people.read. */
  'GET /api/admin/waiting/': {
    input: {};
    answer: { labels_without_file: number; labels_not_told: number; documents_pending: number; commissions_unpaid: number; sites_without_dns: number; privacy_due: number; refunds_to_approve: number; payout_runs_to_approve: number; disputes_open: number; differences: number; storage_decisions: number; };
    reasons: never;
  };
  /** Events of the last 90 days that the caller may see, in their order. Key scope: events.read. */
  'GET /api/v1/events/': {
    input: { query?: { after?: string; limit?: number; }; };
    answer: { results: { id: number; event: WebhookEvent; }[]; next: number; more: boolean; };
    reasons: never;
  };
  /** Announce a file; a file that was begun goes on where it stopped. Key scope: imports.write. */
  'POST /api/admin/imports/:id/files/': {
    input: { params: { id: number | string; }; body: { kind: 'people' | 'processing' | 'vials' | 'transactions' | 'documents' | 'labels' | 'pdfs'; name: string; bytes: number; sha256: string; }; };
    answer: { success: true; file_id: number; chunk_bytes: number; received: number[]; };
    reasons: 'in_progress' | 'file_imported_before' | 'too_many_files';
  };
  /** Import the rows that were checked. Key scope: imports.write. */
  'POST /api/admin/imports/:id/apply/': {
    input: { params: { id: number | string; }; body: { check_no: number; only_valid?: boolean; }; };
    answer: ChangedState;
    reasons: 'file_imported_before' | 'not_checked' | 'checked_meanwhile' | 'has_problems';
  };
  /** Check every row, as the import would, and write nothing else. Key scope: imports.write. */
  'POST /api/admin/imports/:id/check/': {
    input: { params: { id: number | string; }; };
    answer: ChangedState;
    reasons: 'in_progress' | 'file_imported_before' | 'no_files' | 'mapping_missing';
  };
  /** Read a file whose parts are all there, and guess its columns. Key scope: imports.write. */
  'POST /api/admin/imports/:id/files/:fileId/complete/': {
    input: { params: { id: number | string; fileId: number | string; }; };
    answer: { columns: ImportColumn[]; date_format: 'YYYY-MM-DD' | 'MM/DD/YYYY' | 'DD/MM/YYYY' | 'DD.MM.YYYY' | null; };
    reasons: 'unreadable_file' | 'in_progress' | 'incomplete' | 'hash_differs';
  };
  /** Begin an import into a site. Key scope: imports.write. */
  'POST /api/admin/imports/': {
    input: { body: { name: string; domain?: number; missing_email?: MissingEmail; }; };
    answer: { success: true; id: number; };
    reasons: 'unknown_domain';
  };
  /** The imports of the caller’s sites, newest first. Key scope: imports.write. */
  'GET /api/admin/imports/': {
    input: { query?: { limit?: number; offset?: number; }; };
    answer: { results: ImportSummary[]; count: number; domains: { id: number; name: string; }[]; };
    reasons: never;
  };
  /** Throw an import away that was not applied. Key scope: imports.write. */
  'DELETE /api/admin/imports/:id/': {
    input: { params: { id: number | string; }; };
    answer: { success: true; };
    reasons: 'in_progress';
  };
  /** An import with its files, and what can be done with it. Key scope: imports.write. */
  'GET /api/admin/imports/:id/': {
    input: { params: { id: number | string; }; };
    answer: Import;
    reasons: never;
  };
  /** The rows with problems of one file as they were sent, with a column Problem. Key scope: imports.write. */
  'GET /api/admin/imports/:id/problems/export-csv/': {
    input: { params: { id: number | string; }; query: { file: number; }; };
    answer: Blob;
    reasons: never;
  };
  /** The cells that cannot be taken, with the reason. Key scope: imports.write. */
  'GET /api/admin/imports/:id/problems/': {
    input: { params: { id: number | string; }; query?: { file?: number; limit?: number; offset?: number; }; };
    answer: { results: ImportProblem[]; count: number; };
    reasons: never;
  };
  /** Say which column holds which field. Key scope: imports.write. */
  'PUT /api/admin/imports/:id/files/:fileId/mapping/': {
    input: { params: { id: number | string; fileId: number | string; }; body: { columns: Record<string, string | null>; value_map?: Record<string, Record<string, string>>; date_format?: 'YYYY-MM-DD' | 'MM/DD/YYYY' | 'DD/MM/YYYY' | 'DD.MM.YYYY' | null; }; };
    answer: { success: true; };
    reasons: 'field_twice' | 'unknown_field' | 'in_progress' | 'incomplete';
  };
  /** A part of a file, as raw bytes; the first is 0. Key scope: imports.write. */
  'PUT /api/admin/imports/:id/files/:fileId/chunks/:n/': {
    input: { params: { id: number | string; fileId: number | string; n: number | string; }; bytes: Blob; };
    answer: { success: true; received: number[]; };
    reasons: 'wrong_size' | 'in_progress' | 'chunk_differs';
  };
  /** An empty file of a kind, with its headers and an example row. Key scope: imports.write. */
  'GET /api/admin/imports/templates/:kind/': {
    input: { params: { kind: 'people' | 'processing' | 'vials' | 'transactions' | 'documents' | 'labels'; }; query?: { format?: 'csv' | 'xlsx'; }; };
    answer: Blob;
    reasons: never;
  };
  /** Remove a file from an import. Key scope: imports.write. */
  'DELETE /api/admin/imports/:id/files/:fileId/': {
    input: { params: { id: number | string; fileId: number | string; }; };
    answer: { success: true; };
    reasons: 'in_progress';
  };
  /** Stop an import after the rows that are being written. Key scope: imports.write. */
  'POST /api/admin/imports/:id/stop/': {
    input: { params: { id: number | string; }; };
    answer: ChangedState;
    reasons: 'not_running';
  };
  /** Whether an import can be undone, and what was built upon it. Key scope: imports.write. */
  'GET /api/admin/imports/:id/undo/': {
    input: { params: { id: number | string; }; };
    answer: { possible: boolean; built_upon: BuiltUpon[]; };
    reasons: never;
  };
  /** Undo a whole import. Key scope: imports.write. */
  'POST /api/admin/imports/:id/undo/': {
    input: { params: { id: number | string; }; body: { reason: string; }; };
    answer: ChangedState;
    reasons: 'not_applied' | 'too_late' | 'built_upon';
  };
  /** The invitations to the imported people. Key scope: imports.write. */
  'GET /api/admin/imports/:id/waves/': {
    input: { params: { id: number | string; }; };
    answer: { invited: number; waiting: number; refused: number; waves: ImportWave[]; };
    reasons: never;
  };
  /** Invite the imported people who never logged in, so many an hour. Key scope: imports.write. */
  'POST /api/admin/imports/:id/waves/': {
    input: { params: { id: number | string; }; body: { plans: (1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 15 | 16)[]; per_hour?: number; starts_at?: string; }; };
    answer: { success: true; invited: number; waiting: number; refused: number; };
    reasons: 'not_applied' | 'wave_running';
  };
  /** Stop inviting. Key scope: imports.write. */
  'DELETE /api/admin/imports/:id/waves/': {
    input: { params: { id: number | string; }; };
    answer: { success: true; };
    reasons: 'no_wave';
  };
};
