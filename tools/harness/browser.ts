import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type BrowserServer, chromium } from 'playwright-core';
import { type FoundBrowser, unpackBundledBrowser } from './bundled-browser.ts';

/** Starts the browser of the run; every test file connects to it. */
export async function openBrowser(): Promise<BrowserServer> {
  const { path, args = [], env } = await findBrowser();
  return chromium.launchServer({
    executablePath: path,
    headless: true,
    env: { ...process.env, ...env },
    args: [
      ...args,
      // Chromium's sandbox does not run as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--host-resolver-rules=MAP *.localhost 127.0.0.1',
      `--disable-features=${DISABLED_FEATURES.join(',')}`,
    ],
  });
}

/**
 * Chromium reads only the last --disable-features switch, so this list repeats Playwright's. The first two are
 * address-bar pages that would load for every window and take longer than most portal pages.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'Translate',
];

/** Search order: CHROMIUM_PATH, an installed browser, the browser of the npm package, the system's package manager. */
export async function findBrowser(): Promise<FoundBrowser> {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!isProgram(named)) throw new Error(`CHROMIUM_PATH, ${named}, is not a program that can be run.`);
    return { path: named };
  }
  const installed = installedBrowser();
  if (installed) return { path: installed };
  const bundled = await unpackBundledBrowser();
  if (bundled && starts(bundled)) return bundled;
  const fetched = fetchWithApt();
  if (fetched) return { path: fetched };
  throw new Error('No Chromium, Chrome or Edge was found for the browser journeys; install one or set CHROMIUM_PATH.');
}

// The headless shell first: it has the same engine and less overhead.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];

const USUAL_PLACES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  linux: ['/usr/lib/chromium/chromium', '/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge'],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
    const folder = process.env[name];
    if (!folder) return [];
    return ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'].map((program) =>
      join(folder, program),
    );
  }),
};

function installedBrowser(): string | undefined {
  const ending = process.platform === 'win32' ? '.exe' : '';
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name + ending)));
  return [...onPath, ...(USUAL_PLACES[process.platform] ?? [])].find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks that the browser starts on this machine: a system may lack a library that the npm package does not contain.
 */
function starts({ path, args = [], env }: FoundBrowser): boolean {
  const shown = [...args, '--disable-gpu', '--dump-dom', 'about:blank'];
  return spawnSync(path, shown, { env: { ...process.env, ...env }, timeout: 30_000 }).status === 0;
}

function fetchWithApt(): string | undefined {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !existsSync('/etc/debian_version') || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log('No browser was found, so Chromium is installed with apt-get; this happens once.');
  const apt = (...args: string[]) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  apt('update');
  apt('install', '-y', '--no-install-recommends', 'chromium-headless-shell');
  // Older Debian versions have no headless shell.
  if (installedBrowser() === undefined) apt('install', '-y', '--no-install-recommends', 'chromium');
  return installedBrowser();
}
