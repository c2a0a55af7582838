import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';

/**
 * Writes every package as a CycloneDX file into test-artifacts, then prints direct dependencies with a newer patch and
 * known vulnerabilities. A service that does not answer is reported as 'not run', never as nothing found.
 */
const root = resolve(import.meta.dirname, '../..');

const Package = z.object({
  workspaces: z.array(z.string()).default([]),
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});

const components = await writeBillOfMaterials(join(root, 'test-artifacts'));
console.log(`test-artifacts/sbom.json: ${components} packages (CycloneDX)`);

const behind = await packagesBehind();
console.log(behind.length === 0 ? 'Every direct dependency has its newest patch.' : 'A newer patch exists:');
for (const line of behind) console.log(`  ${line}`);

const known = await knownVulnerabilities();
console.log(known === null ? 'npm audit: not run, its service did not answer.' : `npm audit: ${known} vulnerabilities`);
process.exitCode = behind.length > 0 || (known ?? 0) > 0 ? 1 : 0;

/** Reads the lock file only, so that the result is the same on every machine and needs no network. */
async function writeBillOfMaterials(folder: string): Promise<number> {
  const { output } = await npm('sbom', '--package-lock-only', '--sbom-format', 'cyclonedx');
  const bill = z.object({ bomFormat: z.literal('CycloneDX'), components: z.array(z.unknown()) }).parse(json(output));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'sbom.json'), output);
  return bill.components.length;
}

async function packagesBehind(): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const [name, version] of await directDependencies()) {
    const { output } = await npm('view', name, 'versions', '--json');
    const published = z.union([z.array(z.string()), z.string().transform((only) => [only])]).safeParse(json(output));
    const newest = published.success ? newestPatch(version, published.data) : null;
    if (newest === null) lines.push(`${name} ${version}: not known, the registry did not answer`);
    else if (newest !== version) lines.push(`${name} ${version} → ${newest}`);
  }
  return lines;
}

/** Direct dependencies of all workspaces, each once by name and version; every version is exact. */
async function directDependencies(): Promise<readonly (readonly [name: string, version: string])[]> {
  const { workspaces } = await packageIn(root);
  const packages = await Promise.all([root, ...workspaces.map((workspace) => join(root, workspace))].map(packageIn));
  const all = packages.flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
    Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }),
  );
  const others = all.filter(([name]) => !name.startsWith('@vialkeep/'));
  return [...new Map(others.map((entry) => [entry.join('@'), entry])).values()].toSorted(([a], [b]) =>
    a.localeCompare(b),
  );
}

async function packageIn(folder: string) {
  return Package.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
}

/** 1.2.3 may become 1.2.9; a prerelease may become the next prerelease of the same version. */
function newestPatch(version: string, published: readonly string[]): string {
  const series = /^(\d+\.\d+\.)\d+(-\D*)?/.exec(version);
  const [, minor = '', preview = ''] = series ?? [];
  const same = published.filter((other) => {
    const [, otherMinor, otherPreview = ''] = /^(\d+\.\d+\.)\d+(-\D*)?/.exec(other) ?? [];
    return otherMinor === minor && otherPreview === preview;
  });
  return same.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1) ?? version;
}

/** Null when the service does not answer: only its report has a version field, an error has none. */
async function knownVulnerabilities(): Promise<number | null> {
  const { output } = await npm('audit', '--json');
  const report = z.object({
    auditReportVersion: z.number(),
    metadata: z.object({ vulnerabilities: z.object({ total: z.number() }) }),
  });
  return report.safeParse(json(output)).data?.metadata.vulnerabilities.total ?? null;
}

/** npm exits with 1 when it finds something, so the caller reads the output and ignores the exit code. */
function npm(...args: readonly string[]): Promise<{ output: string }> {
  return new Promise((done) => {
    execFile('npm', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) => done({ output: stdout }));
  });
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
