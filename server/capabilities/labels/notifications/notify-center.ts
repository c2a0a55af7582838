import type { LabelId } from '@vialkeep/contract/kernel/ids.ts';
import { sendLabelNotification } from '@vialkeep/contract/labels.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Db, Work } from '../../../kernel/db/db.ts';
import type { Domain } from '../../../kernel/domains.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { enqueue } from '../../../kernel/jobs/jobs.ts';
import { queueEmail } from '../../../kernel/mail/outbox.ts';
import { requireEmail } from '../../../kernel/mail/require-email.ts';
import type { Services } from '../../../kernel/services.ts';
import type { Actor } from '../../../kernel/session/actor.ts';
import { notificationOf } from '../labels.present.ts';
import { administeredLabel, type LabelRow } from '../labels.queries.ts';

export const SETTLE_NOTICES = 'settle-label-notices';

/** The limit of label emails to one address, for all callers together (T59). */
const NOTICES = { bucket: 'label-notices', most: 5, minutes: 60 };

/** Counts an email to the center of a request before it is queued, and returns the site that sends it. */
export async function checkNotificationLimit(services: Services, db: Db, actor: Actor, id: LabelId): Promise<Domain> {
  const label = await administeredLabel(db, actor, id);
  requireEmail(label.center_email, 'fedex_id');
  await services.limits.count(NOTICES, label.center_email.toLowerCase());
  return services.domains.ofId(label.domain_id);
}

/** Queues the email. The label counts as notified only after the email is sent. */
export async function notifyCenter(work: Work, site: Domain, label: LabelRow): Promise<void> {
  if (label.file === null) throw refuseBy(sendLabelNotification, 'no_label');
  const isOnItsWay = notificationOf(label) === 'on_its_way';
  if (!isOnItsWay) {
    const letterId = await queueEmail(work, {
      from: site,
      to: { userId: label.requester_id, email: label.center_email },
      kind: 'fedex-label',
      subject: `Your FedEx Label from ${site.brand}`,
      heading: 'Your FedEx Label is ready',
      paragraphs: [
        `The label you asked for on request #${label.id} (${forWhom(label)}) can be printed from your list of requests.`,
        `Tracking number: ${label.tracking_number}`,
        `Follow it at ${label.tracking_link}`,
      ],
      // Browsers do not send the SameSite file cookie with a link from an email, so the button opens the list, which
      // has the file.
      button: { label: 'See label', url: `${site.url}${pageOf(label)}` },
    });
    await work.db
      .updateTable('labels')
      .set({ letter_id: letterId, notified_at: null })
      .where('id', '=', label.id)
      .execute();
    await enqueue(work, SETTLE_NOTICES, {}, SETTLE_NOTICES);
  }
  await audit(work, {
    domainId: label.domain_id,
    action: 'labels.notify',
    subject: 'label',
    subjectId: label.id,
    facts: { letter: !isOnItsWay },
  });
}

/** Shows numbers and no names, because an email is not confidential. */
function forWhom({ patients }: LabelRow): string {
  return patients.length === 0 ? 'a patient without an account' : patients.map(({ id }) => `#${id}`).join(', ');
}

function pageOf({ requester_plan }: LabelRow): string {
  return requester_plan === Plan.referralCenter ? '/fedex-request-label-rhc' : '/fedex-request-label';
}
