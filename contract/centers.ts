import { z } from 'zod';
import { DomainId, DomainIdInPath, UserId, UserIdInPath, Version } from './kernel/ids.ts';
import { joinedNumbers } from './kernel/joined-numbers.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { text } from './kernel/text.ts';
import { UserOption } from './network.ts';

const about = z.object({ id: UserIdInPath });

const DomainName = z.object({ id: DomainId, name: z.string() });

/** A center as far as a list of links names it. */
export const CenterName = z.object({ id: UserId, company: z.string() });
export type CenterName = z.infer<typeof CenterName>;

/** A clinic or a lab as the documented lists show it. */
export const ListedCenter = z.object({
  id: UserId,
  company: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  username: z.string(),
});
export type ListedCenter = z.infer<typeof ListedCenter>;

/** The same for administrators, who see more than one site. */
export const AdministeredCenter = ListedCenter.extend({ domain: DomainName, template_id: z.string().nullable() });
export type AdministeredCenter = z.infer<typeof AdministeredCenter>;

const administeredRoute = <const Path extends `/${string}`>(path: Path, summary: string) =>
  route({
    method: 'GET',
    path,
    summary,
    access: 'centers.administer',
    query: z.object({ search: text(100).optional(), domain_id: DomainIdInPath.optional() }),
    answer: z.array(AdministeredCenter),
  });

export const listHarvestCenters = administeredRoute('/api/admin/harvest-centers/', 'Harvest centers, newest first');
export const listReferralCenters = administeredRoute(
  '/api/admin/referral-harvest-centers/',
  'Referral harvest centers, newest first',
);

/** U-12: what the patient form chooses from. */
export const listCenterOptions = route({
  method: 'GET',
  path: '/api/v1/harvest-centers/list-all/',
  summary: 'Harvest centers to choose from',
  access: 'centers.choose',
  query: z.object({ search: text(100).optional(), domain_id: DomainIdInPath.optional() }),
  answer: z.array(UserOption),
});

/** S-10: 'public' only by its name. */
export const listCentersOfReferral = route({
  method: 'GET',
  path: '/api/v1/harvest-centers/public-options/:id/',
  summary: 'The harvest centers of a referral center, with their templates',
  access: 'centers.of_referral',
  params: about,
  answer: z.array(CenterName.extend({ template_id: z.string().nullable() })),
});

const ofSalesRep = <const Path extends `/${string}`>(path: Path, summary: string) =>
  route({ method: 'GET', path, summary, access: 'centers.of_sales_rep', params: about, answer: z.array(ListedCenter) });

export const listCentersOfSalesRep = ofSalesRep(
  '/api/v1/harvest-centers/sales-rep/:id/',
  'The harvest centers of a sales rep',
);
export const listReferralCentersOfSalesRep = ofSalesRep(
  '/api/v1/referral-harvest-centers/sales-rep/:id/',
  'The referral harvest centers of a sales rep',
);

export const listLabs = route({
  method: 'GET',
  path: '/api/v1/processing-labs/',
  summary: 'The labs there are; for a lab, itself',
  access: 'centers.labs',
  answer: z.array(ListedCenter),
});

/** U-09: where its patients come from, and those related to it. */
export const CenterOfLab = ListedCenter.extend({
  /** How many of the center's patients are this lab's. */
  patients: z.number().int(),
});
export type CenterOfLab = z.infer<typeof CenterOfLab>;

/** S-09: for whom the guard lets in although they are no lab, the list is filtered and never refused. */
export const listCentersOfLab = route({
  method: 'GET',
  path: '/api/v1/processing-labs/:id/harvestcenters/',
  summary: 'The harvest centers of a lab',
  access: 'centers.of_lab',
  params: about,
  answer: z.array(CenterOfLab),
});

/** Somebody who works for a center, or asks to (S-04). */
export const StaffMember = z.object({
  id: UserId,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  status: z.enum(['pending', 'active', 'inactive']),
});
export type StaffMember = z.infer<typeof StaffMember>;

export const listStaffOfCenter = route({
  method: 'GET',
  path: '/api/v1/hc-staff/:id/staff-list/',
  summary: 'Who works for a center, and who asks to',
  access: 'centers.list_staff',
  params: about,
  answer: z.object({ staff_list: z.array(StaffMember), may: z.array(z.enum(['approve', 'remove'])) }),
});

const Done = z.object({ success: z.literal(true), message: z.string() });
const StaffOfCenter = z.object({ user_id: UserId, hc_id: UserId });
const onlyTheCenter = refusal(409, 'Only the center itself can do this.');

export const approveStaff = route({
  method: 'POST',
  path: '/api/v1/hc-staff/approve-user/',
  summary: 'Let somebody who asked for it work in the center’s account',
  access: 'centers.change_staff',
  body: StaffOfCenter,
  answer: Done,
  refusals: {
    only_the_center: onlyTheCenter,
    already_approved: refusal(409, 'This user is on your staff already.'),
  },
});

export const removeStaff = route({
  method: 'POST',
  path: '/api/v1/hc-staff/remove-user/',
  summary: 'Take somebody off a center’s staff, or turn down who asks',
  access: 'centers.change_staff',
  body: StaffOfCenter,
  answer: Done,
  refusals: { only_the_center: onlyTheCenter },
});

/** C-33: the linked centers under both names. */
export const AdministeredStaff = z.object({
  id: UserId,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  domain: DomainName,
  related_users: z.array(CenterName),
  harvest_centers: z.array(CenterName),
  /** S-04: asked for and not granted yet. */
  pending: z.array(CenterName),
  /** Rises with every change; the form sends back the one it was filled from. */
  version: z.number().int(),
});
export type AdministeredStaff = z.infer<typeof AdministeredStaff>;

export const listStaff = route({
  method: 'GET',
  path: '/api/admin/hc-staff/',
  summary: 'HC staff with their centers',
  access: 'centers.administer',
  answer: z.array(AdministeredStaff),
});

const MOST_LINKS = 1_000;

const JoinedIds = joinedNumbers(MOST_LINKS, 'Choose harvest centers.')
  .refine((ids) => ids.every((id) => UserId.safeParse(id).success), 'Choose harvest centers by their ids.')
  .refine((ids) => ids.length <= MOST_LINKS, `Choose at most ${MOST_LINKS}.`)
  .transform((ids) => ids.map((id) => UserId.parse(id)));

const associationRefusals = {
  changed_meanwhile: refusal(409, 'Somebody else changed this account. Look at the new centers and save again.'),
};

/** These centers and no others; naming one that waits for approval approves it (S-04). */
export const updateStaff = route({
  method: 'PATCH',
  path: '/api/v1/hc-staff/:id/',
  summary: 'Say which centers a staff account works for',
  access: 'centers.associate',
  params: about,
  body: z.object({ staff_hc_ids: JoinedIds, version: Version.optional() }),
  answer: AdministeredStaff,
  refusals: associationRefusals,
});

/** `id` is the referral center’s. */
export const ReferralAssociation = z.object({
  id: UserId,
  rhc_domain: DomainName,
  rhc_desc: CenterName,
  hc_desc: z.array(CenterName),
  /** W-06: asked for and not granted yet. */
  pending: z.array(CenterName),
  version: z.number().int(),
});
export type ReferralAssociation = z.infer<typeof ReferralAssociation>;

export const listReferralAssociations = route({
  method: 'GET',
  path: '/api/admin/rhc-association/all/',
  summary: 'Referral harvest centers with their harvest centers',
  access: 'centers.administer',
  answer: z.array(ReferralAssociation),
});

/** These centers and no others; naming one that waits for approval approves it (W-06). */
export const updateReferralAssociation = route({
  method: 'POST',
  path: '/api/v1/rhc-association/update-association/:id/',
  summary: 'Say which harvest centers a referral center belongs to',
  access: 'centers.associate',
  params: about,
  body: z.object({ rhc_hc_ids: JoinedIds, version: Version.optional() }),
  answer: ReferralAssociation.extend({ code: z.literal('Success'), message: z.string() }),
  refusals: associationRefusals,
});

/** W-06: a referral center that asks to belong to a harvest center. */
export const PendingReferral = z.object({
  user_id: UserId,
  company: z.string(),
  name: z.string(),
  email: z.string(),
  hc: CenterName,
  requested_at: z.string(),
  /** Staff inside a center see who waits and do not decide. */
  may: z.array(z.enum(['decide'])),
});
export type PendingReferral = z.infer<typeof PendingReferral>;

export const listPendingReferrals = route({
  method: 'GET',
  path: '/api/v1/rhc-association/pending/',
  summary: 'Referral harvest centers that wait for approval, the longest first',
  access: 'centers.decide_referral',
  answer: z.array(PendingReferral),
});

/** No more than the name that the center's public sign-up link tells. */
export const listAwaitedCenters = route({
  method: 'GET',
  path: '/api/v1/rhc-association/:id/awaited/',
  summary: 'The harvest centers whose approval a referral center waits for',
  access: 'centers.of_referral',
  params: about,
  answer: z.array(CenterName),
});

export const decideReferral = route({
  method: 'POST',
  path: '/api/v1/rhc-association/decide/',
  summary: 'Approve a referral harvest center that asks to belong to a harvest center, or turn it down',
  access: 'centers.decide_referral',
  body: z.object({
    user_id: UserId,
    approve: z.boolean(),
    /** For administrators, where the referral center asks several harvest centers. */
    hc_id: UserId.optional(),
  }),
  answer: Done,
  refusals: {
    only_the_center: onlyTheCenter,
    already_decided: refusal(409, 'This referral center has been decided on already.'),
  },
});
