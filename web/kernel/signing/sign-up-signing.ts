const FLAG = 'esign-process-complete';

/** What the sign-up of a harvest center has signed: the pair the server made for it. */
export type SignUpSigning = { templateId: string; docId: string };

/** U-15: kept in this browser from the end of the signature to the end of the sign-up. */
export function keepSignUpSigning({ templateId, docId }: SignUpSigning): void {
  localStorage.setItem('templateId', templateId);
  localStorage.setItem('docId', docId);
  localStorage.setItem(FLAG, '1');
}

/** The pair, once the signature is complete. */
export function signUpSigning(): SignUpSigning | null {
  const [templateId, docId] = [localStorage.getItem('templateId'), localStorage.getItem('docId')];
  return localStorage.getItem(FLAG) !== null && templateId && docId ? { templateId, docId } : null;
}

export function forgetSignUpSigning(): void {
  for (const key of ['templateId', 'docId', FLAG]) localStorage.removeItem(key);
}
