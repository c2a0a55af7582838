import type { Settings } from '../../kernel/settings/settings.ts';
import { StartupProblem } from '../../kernel/startup-problem.ts';
import { OWN_CLOCK, type Timestamps } from '../../ports/timestamps.ts';
import type { Patience } from '../http-call.ts';
import { openOwnAuthority } from './own-authority.ts';
import { readTimeStamp } from './read-time-stamp.ts';
import { askForStamp, readAnchors } from './rfc3161-authority.ts';

/**
 * Opens the time-stamp authority of the settings, or the installation's own. Stamps of both kinds can be checked either
 * way, because documents outlive a change of the authority. Throws with the setting's name.
 */
export async function openTimestamps(
  { tsaUrl, tsaCa, tsaPolicy: policy, dataDir }: Pick<Settings, 'tsaUrl' | 'tsaCa' | 'tsaPolicy' | 'dataDir'>,
  patience?: Patience,
): Promise<Timestamps> {
  const own = await openOwnAuthority(dataDir, 'Vialkeep');
  const anchors = tsaCa === '' ? [] : readAnchors(tsaCa);
  if (tsaUrl !== undefined && anchors.length === 0) {
    throw new StartupProblem(
      'The setting TSA_CA is needed with TSA_URL: the certificates that its stamps must lead to.',
    );
  }
  return {
    by: tsaUrl === undefined ? OWN_CLOCK : new URL(tsaUrl).host,
    stamp: (sha256) =>
      tsaUrl === undefined ? own.stamp(sha256) : askForStamp(sha256, { url: tsaUrl, anchors, policy, patience }),
    check: async ({ by, sha256, token }) =>
      readTimeStamp(token, { sha256 }, by === OWN_CLOCK ? await own.anchors() : anchors),
    ownCertificates: async () => (await own.anchors()).map((certificate) => certificate.toString()).join(''),
  };
}
