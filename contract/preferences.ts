import { z } from 'zod';
import { route } from './kernel/route.ts';

export const Preferences = z.object({
  colour_scheme: z.enum(['auto', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  keep_messages: z.boolean(),
  shortcuts: z.boolean(),
});
export type Preferences = z.infer<typeof Preferences>;

export const readPreferences = route({
  method: 'GET',
  path: '/api/v1/users/preferences/',
  summary: 'How this user likes the portal',
  access: 'profile.preferences',
  answer: Preferences,
  beforePasswordChange: true,
});

export const savePreferences = route({
  method: 'PATCH',
  path: '/api/v1/users/preferences/',
  summary: 'Change how this user likes the portal',
  access: 'profile.preferences',
  body: Preferences.partial(),
  answer: Preferences,
});
