import { Plan } from '@vialkeep/contract/plans.ts';
import {
  createHarvestCenter,
  type HarvestCenterSignUp,
  type ReferralCenterSignUp,
  type StaffSignUp,
} from '@vialkeep/contract/sign-up.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { PublicCall } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { claimAttestation } from '../documents/index.ts';
import { replaceRelations, requestRelation, type Subject } from '../network/index.ts';
import { openAccount } from './open-account.ts';
import { findInviter } from './referrers.ts';

export type ClinicCall = PublicCall<typeof createHarvestCenter>;

/** Relates the center to the rep of the invitation (F153). */
export async function signUpHarvestCenter(call: ClinicCall, form: HarvestCenterSignUp) {
  const id = await openAccount(call, Plan.harvestCenter, form, async (work, center) => {
    const rep = await requireRep(call, work, form.saless_rep_id);
    await claimSignature(work, form, center.id);
    return replaceRelations(work, center, 'rep', [rep], 'saless_rep_id');
  });
  return welcome(id);
}

/**
 * Relates the referral center to the rep at once; the center of the link must approve it before the relation has any
 * effect (F154, W-06).
 */
export async function signUpReferralCenter(call: ClinicCall, form: ReferralCenterSignUp) {
  const id = await openAccount(call, Plan.referralCenter, form, async (work, clinic) => {
    const reps = isHouseRepElsewhere(call, form) ? [] : [await requireRep(call, work, form.saless_rep_id)];
    const centers = form.hc_id === null ? [] : [form.hc_id];
    await requireCenters(call, work, centers, 'hc_id');
    const sold = await replaceRelations(work, clinic, 'rep', reps, 'saless_rep_id');
    const asked = call.services.settings.rhcSignUpApproval
      ? await askToBelong(work, clinic, centers)
      : await replaceRelations(work, clinic, 'center', centers, 'hc_id');
    return { added: [...sold.added, ...asked.added] };
  });
  return welcome(id);
}

/** The account works at once; the named centers must approve it before it can enter their accounts (F155, S-04). */
export async function signUpStaff(call: ClinicCall, form: StaffSignUp) {
  const centers = [...new Set(form.staff_hc_ids)];
  const isPending = call.services.settings.staffSignUpApproval && centers.length > 0;
  const id = await openAccount(call, Plan.staff, form, async (work, staff) => {
    await requireCenters(call, work, centers, 'staff_hc_ids');
    return isPending
      ? askToBelong(work, staff, centers)
      : replaceRelations(work, staff, 'center', centers, 'staff_hc_ids');
  });
  return welcome(id, isPending);
}

async function askToBelong(work: Work, subject: Subject, centers: readonly number[]) {
  await requestRelation(work, subject, 'center', centers);
  return { added: centers.map((center) => `pending center ${center}`) };
}

/**
 * Without the pair of ids the center is created unsigned, which is a regular state; with a wrong pair the sign-up is
 * refused (S-03).
 */
async function claimSignature(work: Work, form: HarvestCenterSignUp, userId: number): Promise<void> {
  const { template_id: templateId, document_id: documentId, email } = form;
  if (templateId === null && documentId === null) return;
  const isPair = templateId !== null && documentId !== null;
  if (isPair && (await claimAttestation(work, { templateId, documentId, email }, userId))) return;
  throw refuseBy(createHarvestCenter, 'not_signed_here', { fields: ['document_id'] });
}

/** A link can contain any text (U-44). */
async function requireRep({ request }: ClinicCall, work: Work, id: number | null): Promise<number> {
  const rep = id === null ? undefined : await findInviter(work.db, request.site, Plan.salesRep, id);
  if (rep) return rep.id;
  throw refuseBy(createHarvestCenter, 'rep_not_found', { fields: ['saless_rep_id'] });
}

async function requireCenters({ request }: ClinicCall, work: Work, ids: readonly number[], field: string) {
  for (const id of ids) {
    if (await findInviter(work.db, request.site, Plan.harvestCenter, id)) continue;
    throw refuseBy(createHarvestCenter, 'center_not_found', { fields: [field] });
  }
}

/**
 * Every center's link names the house rep of the main site. On another site the rep is left out, because that rep
 * cannot sell there.
 */
function isHouseRepElsewhere({ request, services }: ClinicCall, { saless_rep_id }: ReferralCenterSignUp): boolean {
  return !request.site.isMain && saless_rep_id === services.settings.defaultRhcSrid;
}

function welcome(id: number, isPending = false) {
  const message = isPending
    ? 'Your account has been created. You can log in now, and work for the harvest center once it has approved you.'
    : 'Your account has been created. You can log in now.';
  return { success: true as const, id, message };
}
