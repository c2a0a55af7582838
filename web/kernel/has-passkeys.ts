/** Whether this browser has passkeys. They need a secure page; `localhost` counts as one. */
export function hasPasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function';
}
