import { z } from 'zod';
import { DomainId, DomainIdInPath, UserId, UserIdInPath, Version } from './kernel/ids.ts';
import { joinedNumbers } from './kernel/joined-numbers.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { text } from './kernel/text.ts';
import { UserOption } from './network.ts';

const about = z.object({ id: UserIdInPath });

const DomainName = z.object({ id: DomainId, name: z.string() });

/** The fields of a center in a list of links. */
export const CenterName = z.object({ id: UserId, company: z.string() });
export type CenterName = z.infer<typeof CenterName>;

/** A clinic or a lab with the fields of the documented lists. */
export const ListedCenter = z.object({
  id: UserId,
  company: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  username: z.string(),
});
export type ListedCenter = z.infer<typeof ListedCenter>;

/** The same for administrators, who can see several sites. */
export const AdministeredCenter = ListedCenter.extend({ domain: DomainName, template_id: z.string().nullable() });
export type AdministeredCenter = z.infer<typeof AdministeredCenter>;

const administeredRoute = <const Path extends `/${string}`>(path: Path, summary: string) =>
  route({
    method: 'GET',
    path,
    summary,
    access: 'centers.administer',
    reads: { what: 'list' },
    query: z.object({ search: text(100).optional(), domain_id: DomainIdInPath.optional() }),
    answer: z.array(AdministeredCenter),
  });

export const listHarvestCenters = administeredRoute('/api/admin/harvest-centers/', 'Harvest centers, newest first');
export const listReferralCenters = administeredRoute(
  '/api/admin/referral-harvest-centers/',
  'Referral harvest centers, newest first',
);

/** The options of the patient form (U-12). */
export const listCenterOptions = route({
  method: 'GET',
  path: '/api/v1/harvest-centers/list-all/',
  summary: 'Harvest centers to choose from',
  access: 'centers.choose',
  reads: { what: 'list' },
  query: z.object({ search: text(100).optional(), domain_id: DomainIdInPath.optional() }),
  answer: z.array(UserOption),
});

/** Needs a session, although the documented path says 'public' (S-10). */
export const listCentersOfReferral = route({
  method: 'GET',
  path: '/api/v1/harvest-centers/public-options/:id/',
  summary: 'The harvest centers of a referral center, with their templates',
  access: 'centers.of_referral',
  params: about,
  answer: z.array(CenterName.extend({ template_id: z.string().nullable() })),
});

const ofSalesRep = <const Path extends `/${string}`>(path: Path, summary: string) =>
  route({
    method: 'GET',
    path,
    summary,
    access: 'centers.of_sales_rep',
    reads: { what: 'list' },
    params: about,
    answer: z.array(ListedCenter),
  });

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
  reads: { what: 'list' },
  answer: z.array(ListedCenter),
});

/** A center with the origin of its patients and the users related to it (U-09). */
export const CenterOfLab = ListedCenter.extend({
  /** The number of the center's patients whom this lab processes. */
  patients: z.number().int(),
});
export type CenterOfLab = z.infer<typeof CenterOfLab>;

/** A caller whom the policy admits without being a lab gets a filtered list, never a refusal (S-09). */
export const listCentersOfLab = route({
  method: 'GET',
  path: '/api/v1/processing-labs/:id/harvestcenters/',
  summary: 'The harvest centers of a lab',
  access: 'centers.of_lab',
  reads: { what: 'list' },
  params: about,
  answer: z.array(CenterOfLab),
});

/** A user who works for a center or has asked to (S-04). */
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
  reads: { what: 'list' },
  params: about,
  answer: z.object({ staff_list: z.array(StaffMember), may: z.array(z.enum(['approve', 'remove'])) }),
});

const Done = z.object({ success: z.literal(true), message: z.string() });
const StaffOfCenter = z.object({ user_id: UserId, hc_id: UserId });
const onlyTheCenter = refusal(409, 'Only the center itself can do this.');

export const approveStaff = route({
  method: 'POST',
  path: '/api/v1/hc-staff/approve-user/',
  summary: 'Let a person who asked for it work in the center’s account',
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
  summary: 'Take a person off a center’s staff, or turn their request down',
  access: 'centers.change_staff',
  body: StaffOfCenter,
  answer: Done,
  refusals: { only_the_center: onlyTheCenter },
});

/** The linked centers appear under both documented names (C-33). */
export const AdministeredStaff = z.object({
  id: UserId,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  domain: DomainName,
  related_users: z.array(CenterName),
  harvest_centers: z.array(CenterName),
  /** Centers that the staff member has asked for and that have not approved yet (S-04). */
  pending: z.array(CenterName),
  /** Increases with every change; the form sends back the version that it was filled from. */
  version: z.number().int(),
});
export type AdministeredStaff = z.infer<typeof AdministeredStaff>;

export const listStaff = route({
  method: 'GET',
  path: '/api/admin/hc-staff/',
  summary: 'HC staff with their centers',
  access: 'centers.administer',
  reads: { what: 'list' },
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

/** Sets exactly these centers; naming a pending one approves it (S-04). */
export const updateStaff = route({
  method: 'PATCH',
  path: '/api/v1/hc-staff/:id/',
  summary: 'Say which centers a staff account works for',
  access: 'centers.associate',
  reads: { what: 'profile', subjects: (_, { params }) => [params.id] },
  params: about,
  body: z.object({ staff_hc_ids: JoinedIds, version: Version.optional() }),
  answer: AdministeredStaff,
  refusals: associationRefusals,
});

/** `id` is the id of the referral center. */
export const ReferralAssociation = z.object({
  id: UserId,
  rhc_domain: DomainName,
  rhc_desc: CenterName,
  hc_desc: z.array(CenterName),
  /** Centers that the referral center has asked for and that have not approved yet (W-06). */
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

/** Sets exactly these centers; naming a pending one approves it (W-06). */
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

/** A referral center that asks to belong to a harvest center (W-06). */
export const PendingReferral = z.object({
  user_id: UserId,
  company: z.string(),
  name: z.string(),
  email: z.string(),
  hc: CenterName,
  requested_at: z.string(),
  /** Staff acting in a center see the pending requests and cannot decide them. */
  may: z.array(z.enum(['decide'])),
});
export type PendingReferral = z.infer<typeof PendingReferral>;

export const listPendingReferrals = route({
  method: 'GET',
  path: '/api/v1/rhc-association/pending/',
  summary: 'Referral harvest centers that wait for approval, the longest first',
  access: 'centers.decide_referral',
  reads: { what: 'list' },
  answer: z.array(PendingReferral),
});

/** Shows only the name that the center's public sign-up link shows as well. */
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
    /** Sent by administrators, where the referral center has asked several harvest centers. */
    hc_id: UserId.optional(),
  }),
  answer: Done,
  refusals: {
    only_the_center: onlyTheCenter,
    already_decided: refusal(409, 'This referral center has been decided on already.'),
  },
});
