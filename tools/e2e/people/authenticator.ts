import type { CDPSession, Page } from 'playwright-core';

/** The authenticator of a device, such as a fingerprint reader, in a virtual form. */
export type Authenticator = {
  /** The passkeys that it holds, by the host of their site. */
  passkeys: () => Promise<string[]>;
  /** Refuses every request, as if the user cancelled. */
  cancelAll: () => Promise<void>;
};

/** Gives the page an authenticator whose user always agrees. It belongs to this page only. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    passkeys: async () => {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.map(({ rpId }) => rpId ?? '');
    },
    cancelAll: async () => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    },
  };
}
