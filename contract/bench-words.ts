import { z } from 'zod';
import { SignatureId, UserId, UserIdInPath } from './kernel/ids.ts';
import { refusal } from './kernel/refusal.ts';

/** Administrators name the lab; a lab is its own. */
export const ofLab = { lab_id: UserId.optional() };
export const ofLabInQuery = { lab_id: UserIdInPath.optional() };

export const labRefusals = { lab_required: refusal(400, 'Choose a lab.') };

/** What every call of a lab's bench can answer. */
export const benchRefusals = {
  ...labRefusals,
  bench_off: refusal(409, 'The bench is switched off for this lab.'),
  operator_required: refusal(409, 'Scan your badge first.'),
};

export const scanRefusals = {
  ...benchRefusals,
  scan_id_used: refusal(409, 'This scan was already used for something else. Scan again.'),
};

export const signRefusals = {
  ...benchRefusals,
  wrong_pin: refusal(400, 'Wrong badge or PIN.'),
  not_signer: refusal(403, 'You may not sign for this lab.'),
};

export const ScanInput = z.enum(['scanner', 'camera', 'typed'], 'Say how the code was read.');

/** A client may write a UUID in capitals; the database answers in small letters, and one scan has one id. */
export const ScanId = z.uuid('Must be a UUID.').toLowerCase();

/** Every write by scan has it: the same id again gets the first answer and does nothing. */
export const scanned = { ...ofLab, scan_id: ScanId, input: ScanInput };

const DIGITS = 'A PIN has 6 to 12 digits.';
export const Pin = z.string().regex(/^\d{6,12}$/, DIGITS);

/** An operator signs by the PIN, entered anew each time; a lab without operators and administrators by the password. */
export const SignatureInput = z.union([
  z.object({ pin: z.string().min(1).max(100) }).strict(),
  z.object({ password: z.string().min(1).max(1000) }).strict(),
]);
export type SignatureInput = z.infer<typeof SignatureInput>;

export const SignatureMeaning = z.enum(['released', 'discarded', 'closed']);
export type SignatureMeaning = z.infer<typeof SignatureMeaning>;

export const SignatureShown = z.object({
  id: SignatureId,
  printed_name: z.string(),
  meaning: SignatureMeaning,
  signed_at: z.iso.datetime(),
});
export type SignatureShown = z.infer<typeof SignatureShown>;
