import { Colour, SenderEmail, SiteName } from '@vialkeep/contract/custom-sites.ts';
import { SiteAddress } from '@vialkeep/contract/kernel/site-address.ts';
import { Email, NewPassword, PhoneNumber, requiredText } from '@vialkeep/contract/kernel/text.ts';
import { z } from 'zod';
import { site } from '../../kernel/site.ts';
import { customSitesTexts as texts } from './custom-sites.texts.ts';

/** The administrator in form shape. */
export const TypedAdmin = z.object({
  first_name: requiredText(texts.form.firstName, 100),
  last_name: requiredText(texts.form.lastName, 100),
  email: Email,
  phone: PhoneNumber,
  password: NewPassword,
});
export type TypedAdmin = z.input<typeof TypedAdmin>;

/** The site's appearance and email settings. */
export const TypedSettings = z.object({
  email_sender: SenderEmail,
  support_email: z.union([z.literal(''), Email]),
  colour: Colour,
  // Null in a new form.
  logo: z.custom<File | null>((given) => given instanceof File, texts.form.logoMissing),
});
export type TypedSettings = z.input<typeof TypedSettings>;

export const TypedSite = z.object({
  ...TypedAdmin.shape,
  ...TypedSettings.shape,
  name: SiteName,
  // The typed text is sent unchanged; the schema only validates it.
  url: z.string().refine((url) => SiteAddress.safeParse(url).success, {
    error: ({ input }) => SiteAddress.safeParse(input).error?.issues[0]?.message,
  }),
});

export type TypedSite = z.input<typeof TypedSite>;

export const noAdmin: TypedAdmin = { first_name: '', last_name: '', email: '', phone: '', password: '' };
export const noSettings: TypedSettings = { email_sender: '', support_email: '', colour: site.colour, logo: null };
