import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type BrowserServer, chromium } from 'playwright-core';
import { type FoundBrowser, unpackBundledBrowser } from './bundled-browser.ts';

/** The browser of the run, for every test file to connect to. */
export async function openBrowser(): Promise<BrowserServer> {
  const { path, args = [], env } = await findBrowser();
  return chromium.launchServer({
    executablePath: path,
    headless: true,
    env: { ...process.env, ...env },
    args: [
      ...args,
      // Chromium refuses to put root into its sandbox.
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
 * Of this switch only the last one counts, so what Playwright wants is said again. The first two are pages that the
 * address bar, which nobody sees, would load for every window: they take longer than most of ours.
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

/** CHROMIUM_PATH, then a browser of this machine, then the one in our packages, then the system's own package. */
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

// The one without a window first: it is the same engine and does much less around it.
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

/** Whether it runs on this machine at all: a system may lack a library that no package of ours brings along. */
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
  // An older Debian has it only with a window.
  if (installedBrowser() === undefined) apt('install', '-y', '--no-install-recommends', 'chromium');
  return installedBrowser();
}
