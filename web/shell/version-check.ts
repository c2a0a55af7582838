import { buildVersion } from '@vialkeep/contract/session.ts';
import { z } from 'zod';
import { afterReads } from '../kernel/api/after-reads.ts';
import { call } from '../kernel/api/api.ts';
import { pageScope } from '../kernel/navigation/unsaved.ts';
import { readStored } from '../kernel/stored-value.ts';
import { compareVersions } from './compare-versions.ts';

const STORED = 'build-version';
const RELOADED_FOR = 'reloaded-for';

/** Runs after every navigation (F009). A user with unsaved input is asked first (V-14). */
export async function checkVersion(askFirst: (reload: { now: () => void }) => void): Promise<void> {
  await afterReads();
  const version = await answeredVersion();
  if (version === null) return;
  const verdict = compareVersions(version, { stored: localStorage.getItem(STORED), reloadedFor: reloadedFor() });
  if (verdict === 'same') return;
  if (verdict === 'keep') localStorage.setItem(STORED, version);
  else if (pageScope.hasUnsaved()) askFirst({ now: () => reloadFor(version) });
  else reloadFor(version);
}

function reloadFor(version: string): void {
  localStorage.setItem(STORED, version);
  sessionStorage.setItem(RELOADED_FOR, JSON.stringify([...reloadedFor(), version]));
  location.reload();
}

// The specification ignores errors of this check, so that it does not add to a server's problems.
async function answeredVersion(): Promise<string | null> {
  try {
    return (await call(buildVersion, {})).version;
  } catch {
    return null;
  }
}

function reloadedFor(): readonly string[] {
  return readStored(() => sessionStorage, RELOADED_FOR, z.array(z.string()), []);
}
