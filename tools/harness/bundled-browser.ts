import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type FoundBrowser = { path: string; args?: readonly string[]; env?: Record<string, string> };

/**
 * The Chromium that comes inside an npm package, for a Linux without one. It is made for another place, so what is
 * special there is done by hand: its system libraries are unpacked as well, and it gets a list of fonts of our own.
 */
export async function unpackBundledBrowser(): Promise<FoundBrowser | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const home = join(tmpdir(), `vialkeep-chromium-${process.getuid?.() ?? 0}`);
  if (!existsSync(home)) await unpack(home);
  return {
    path: join(home, 'chromium'),
    // Its own argument list says --single-process, which ends the browser with the first context that closes.
    args: ['--no-sandbox', '--no-zygote', '--headless=shell'],
    env: {
      LD_LIBRARY_PATH: [join(home, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_FILE: join(home, 'fonts.conf'),
    },
  };
}

/** Beside its place first, and moved there when it is whole. */
async function unpack(home: string): Promise<void> {
  const beside = `${home}.${process.pid}`;
  mkdirSync(beside, { recursive: true, mode: 0o700 });
  const usual = process.env.TMPDIR;
  // The package unpacks into the folder for temporary files and nowhere else.
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
    // Another run was quicker; its copy is the same.
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
