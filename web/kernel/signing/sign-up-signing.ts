const FLAG = 'esign-process-complete';

/** The ids of the document that a harvest center's sign-up has signed. */
export type SignUpSigning = { templateId: string; docId: string };

/** Stored in this browser from the signature to the end of the sign-up (U-15). */
export function keepSignUpSigning({ templateId, docId }: SignUpSigning): void {
  localStorage.setItem('templateId', templateId);
  localStorage.setItem('docId', docId);
  localStorage.setItem(FLAG, '1');
}

/** The ids, once the signature is complete. */
export function signUpSigning(): SignUpSigning | null {
  const [templateId, docId] = [localStorage.getItem('templateId'), localStorage.getItem('docId')];
  return localStorage.getItem(FLAG) !== null && templateId && docId ? { templateId, docId } : null;
}

export function forgetSignUpSigning(): void {
  for (const key of ['templateId', 'docId', FLAG]) localStorage.removeItem(key);
}
