import { apiKeysJobs } from './capabilities/api-keys/api-keys.jobs.ts';
import { voidChargeJob } from './capabilities/charging/index.ts';
import { settleCheckoutsJob } from './capabilities/checkout/index.ts';
import { commissionsJobs } from './capabilities/commissions/commissions.jobs.ts';
import { custodyChains } from './capabilities/custody/index.ts';
import { siteLogoUploads } from './capabilities/custom-sites/custom-sites.uploads.ts';
import { monitorCustomSitesJob } from './capabilities/custom-sites/index.ts';
import { documentsJobs } from './capabilities/documents/documents.jobs.ts';
import { documentUploads } from './capabilities/documents/documents.uploads.ts';
import { sendChangeLettersJob } from './capabilities/email-changes/index.ts';
import { deleteExpiredChallenges } from './capabilities/factors/index.ts';
import { sendInvitationJob } from './capabilities/identity/index.ts';
import { importsJobs } from './capabilities/imports/imports.jobs.ts';
import { deleteOldInspectionSessions } from './capabilities/inspections/index.ts';
import { inspectionsJobs } from './capabilities/inspections/inspections.jobs.ts';
import { intakeJobs } from './capabilities/intake/intake.jobs.ts';
import { benchPhotoUploads } from './capabilities/intake/intake.uploads.ts';
import { openJournalJob } from './capabilities/journal/open-journal.ts';
import { labelsJobs } from './capabilities/labels/labels.jobs.ts';
import { labelUploads } from './capabilities/labels/labels.uploads.ts';
import { ordersJobs } from './capabilities/orders/orders.jobs.ts';
import { orderLabelUploads } from './capabilities/orders/orders.uploads.ts';
import { privacyJobs } from './capabilities/privacy/privacy.jobs.ts';
import { logoUploads } from './capabilities/profile/profile.uploads.ts';
import { lookUpGiveBacksJob, reconcileJob } from './capabilities/reconciliation/reconciliation.jobs.ts';
import { settleRefundsJob } from './capabilities/refunds/refunds.jobs.ts';
import { assetUploads } from './capabilities/resources/resources.uploads.ts';
import { deleteForgottenDevices, sendOneTimePasswordJob } from './capabilities/session/index.ts';
import { resealPendingJob, sealSigningJob, supplementCertificatesJob } from './capabilities/signing/index.ts';
import { storageBillingJobs } from './capabilities/storage-billing/storage-billing.jobs.ts';
import { timestampChainsJob, timestampSealsJob } from './capabilities/timestamps/index.ts';
import { vialsJobs } from './capabilities/vials/vials.jobs.ts';
import { deleteOldDeliveries } from './capabilities/webhooks/index.ts';
import { webhooksJobs } from './capabilities/webhooks/webhooks.jobs.ts';
import { deleteExpiredTokens } from './integrations/payments/sandbox/sandbox-tokens.ts';
import { accessChains } from './kernel/access/access-chains.ts';
import { archiveAccessJob } from './kernel/access/archive-access.ts';
import { auditChains, type ChainKind } from './kernel/audit/chain-kind.ts';
import { deleteOldEvents } from './kernel/audit/delete-old-events.ts';
import { deleteUnusedUploadsJob, removeFileJob } from './kernel/files/delete-unused-uploads.ts';
import { deleteOldIdempotencyKeys } from './kernel/idempotency.ts';
import type { Job } from './kernel/jobs/jobs.ts';
import { purgeExpiredJob } from './kernel/jobs/purge-expired.ts';
import { releaseDeadWorkersJob } from './kernel/jobs/release-dead-workers.ts';
import { deliverEmailJob } from './kernel/mail/deliver-email.ts';
import { deleteOldKeyDays } from './kernel/session/delete-old-key-days.ts';
import type { Mail } from './ports/mail.ts';

export const uploadFolders = [
  documentUploads,
  labelUploads,
  assetUploads,
  logoUploads,
  siteLogoUploads,
  benchPhotoUploads,
  orderLabelUploads,
];

/** The chains whose heads are stamped every night and checked by `npm run verify`. */
export const chainKinds: readonly ChainKind[] = [auditChains, custodyChains, accessChains];

export function jobsWith(mail: Mail): readonly Job[] {
  return [
    deliverEmailJob(mail),
    sendOneTimePasswordJob,
    sendChangeLettersJob,
    sendInvitationJob,
    sealSigningJob,
    resealPendingJob,
    supplementCertificatesJob,
    timestampSealsJob,
    timestampChainsJob(chainKinds),
    ...documentsJobs,
    settleCheckoutsJob,
    voidChargeJob,
    settleRefundsJob,
    reconcileJob,
    lookUpGiveBacksJob,
    ...storageBillingJobs,
    openJournalJob,
    ...vialsJobs,
    ...intakeJobs,
    ...ordersJobs,
    ...commissionsJobs,
    ...labelsJobs,
    monitorCustomSitesJob,
    ...privacyJobs,
    ...inspectionsJobs,
    ...apiKeysJobs,
    ...webhooksJobs,
    ...importsJobs,
    releaseDeadWorkersJob,
    purgeExpiredJob([
      deleteForgottenDevices,
      deleteExpiredChallenges,
      deleteOldInspectionSessions,
      deleteExpiredTokens,
      deleteOldKeyDays,
      deleteOldIdempotencyKeys,
      deleteOldDeliveries,
      deleteOldEvents,
    ]),
    deleteUnusedUploadsJob(uploadFolders),
    removeFileJob,
    archiveAccessJob,
  ];
}
