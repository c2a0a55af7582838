import { z } from 'zod';
import { LocationId, LocationIdInPath, UserId, UserIdInPath } from './kernel/ids.ts';
import { orEmpty } from './kernel/or-empty.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { requiredText, text } from './kernel/text.ts';

/** The fields of the form 'Where Are You Located?'. */
export const LocationDetails = z.object({
  location_name: text(200),
  address1: requiredText('Address Line 1', 200),
  address2: text(200),
  city: requiredText('City', 100),
  state_desc: requiredText('State', 100),
  country_desc: requiredText('Country', 100),
  zip_code: text(20),
});
export type LocationDetails = z.infer<typeof LocationDetails>;

/** An address of a user. Exactly one address of a user is the default. */
export const Location = z.object({
  id: LocationId,
  location_name: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state_desc: z.string(),
  country_desc: z.string(),
  zip_code: z.string(),
  default: z.boolean(),
  user: UserId,
  template_id: z.string().nullable(),
});
export type Location = z.infer<typeof Location>;

export const listLocations = route({
  method: 'GET',
  path: '/api/v1/locations/user/:userId/',
  summary: 'The locations of a user, the default first',
  access: 'locations.list',
  reads: { what: 'profile', subjects: (_, { params }) => [params.userId] },
  params: z.object({ userId: UserIdInPath }),
  answer: z.array(Location),
});

/** Documented clients send `user`; a location always belongs to the account that adds it. */
export const createLocation = route({
  method: 'POST',
  path: '/api/v1/locations/',
  summary: 'Add a location; the first one becomes the default',
  access: 'locations.change',
  body: LocationDetails.partial({ location_name: true, address2: true, zip_code: true }).extend({
    default: z.boolean().optional(),
    user: orEmpty(UserId).optional(),
  }),
  answer: Location,
});

/** `default: false` changes nothing: there is always one default, and only another location can replace it. */
export const updateLocation = route({
  method: 'PATCH',
  path: '/api/v1/locations/:id/',
  summary: 'Change parts of a location, or make it the default',
  access: 'locations.change',
  params: z.object({ id: LocationIdInPath }),
  body: LocationDetails.partial().extend({ default: z.boolean().optional() }),
  answer: Location,
});

const Done = z.object({ success: z.literal(true), message: z.string() });

export const updateDefaultLocation = route({
  method: 'POST',
  path: '/api/v1/locations/update-default/',
  summary: 'Make a location the default',
  access: 'locations.change',
  body: z.object({ location_id: LocationId, user_id: UserId }),
  answer: Done,
});

export const deleteLocation = route({
  method: 'DELETE',
  path: '/api/v1/locations/:id/',
  summary: 'Delete a location that is neither the only one nor the default',
  access: 'locations.change',
  params: z.object({ id: LocationIdInPath }),
  answer: Done,
  refusals: {
    only_location: refusal(400, 'You only have one address, you need at least one address on your account.'),
    // The default location cannot be deleted.
    default_location: refusal(
      400,
      'You can not delete this location, select another default address before delete this location.',
    ),
  },
});
