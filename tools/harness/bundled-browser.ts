import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type FoundBrowser = { path: string; args?: readonly string[]; env?: Record<string, string> };

/**
 * Unpacks the Chromium of an npm package, for a Linux without a browser. The package targets a serverless environment,
 * so this also unpacks its system libraries and writes a font configuration.
 */
export async function unpackBundledBrowser(): Promise<FoundBrowser | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const home = join(tmpdir(), `vialkeep-chromium-${process.getuid?.() ?? 0}`);
  if (!existsSync(home)) await unpack(home);
  return {
    path: join(home, 'chromium'),
    // The package's own argument list has --single-process, which ends the browser when the first context closes.
    args: ['--no-sandbox', '--no-zygote', '--headless=shell'],
    env: {
      LD_LIBRARY_PATH: [join(home, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_FILE: join(home, 'fonts.conf'),
    },
  };
}

/** Unpacks into a temporary folder and renames it when complete. */
async function unpack(home: string): Promise<void> {
  const beside = `${home}.${process.pid}`;
  mkdirSync(beside, { recursive: true, mode: 0o700 });
  const usual = process.env.TMPDIR;
  // The package unpacks only into the folder for temporary files.
  process.env.TMPDIR = beside;
  try {
    const { default: bundled, inflate } = await import('@sparticuz/chromium');
    bundled.setGraphicsMode = false;
    await bundled.executablePath();
    await inflate(join(import.meta.dirname, '../../node_modules/@sparticuz/chromium/bin/al2023.tar.br'));
  } finally {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
  }
  writeFileSync(join(beside, 'fonts.conf'), fontsConf(home));
  try {
    renameSync(beside, home);
  } catch {
    // Another run finished first; its copy is the same.
    rmSync(beside, { recursive: true, force: true });
  }
}

function fontsConf(home: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(home, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(home, 'font-cache')}</cachedir>
</fontconfig>
`;
}
