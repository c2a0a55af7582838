/** The texts of the administrators' tiles. */
export const waitingTexts = {
  title: 'Waiting on you',
  loading: 'Loading what waits...',
  failed: 'What is waiting could not be loaded.',
  tiles: {
    labels_without_file: 'Labels without a file',
    labels_not_told: 'Notifications unsent',
    documents_pending: (days: number) => `Documents pending for more than ${days} days`,
    commissions_unpaid: 'Commissions unpaid',
    sites_without_dns: 'Custom sites waiting for DNS',
    privacy_due: 'Privacy requests due',
    refunds_to_approve: 'Refunds to approve',
    payout_runs_to_approve: 'Payout runs to approve',
    disputes_open: 'Questions about commission',
    differences: 'Differences',
    storage_decisions: 'Storage decisions',
  },
};
