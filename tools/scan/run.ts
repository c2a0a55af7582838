import { parseArgs } from 'node:util';
import { hiddenPaths } from './hidden-paths.ts';
import { openApiLinter } from './openapi-linter.ts';
import { setScanScene } from './scene.ts';
import { sqlmap } from './sqlmap.ts';
import type { Scanner } from './target.ts';
import { tls } from './tls.ts';
import { wapiti } from './wapiti.ts';

/**
 * Third-party tools scan for vulnerabilities with the same command line: first a server with seeded ones, then the
 * product. A tool that misses a seeded vulnerability counts as failed. `--only NAME` runs one tool.
 */
const scanners: Readonly<Record<string, Scanner>> = { openapi: openApiLinter, paths: hiddenPaths, tls, wapiti, sqlmap };
const { values: asked } = parseArgs({ options: { only: { type: 'string' } } });
const chosen = Object.entries(scanners).filter(([name]) => asked.only === undefined || asked.only === name);
if (chosen.length === 0)
  throw new Error(`There is no scanner of that name; there are ${Object.keys(scanners).join(', ')}.`);

const scene = await setScanScene();
let failed = 0;
try {
  for (const [, scanner] of chosen) {
    const began = performance.now();
    const isSound = await scan(scanner);
    if (!isSound) failed += 1;
    console.log(`  ${isSound ? 'sound' : 'FAILED'} in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  const [all, waits, errors] = [await scene.answers(/^\d/), await scene.answers(/^429$/), await scene.answers(/^5/)];
  console.log(
    `\nanswers of the product during all this: ${all.length}, told to wait: ${waits.length}, 500 or more: ${errors.length}`,
  );
  for (const line of errors.slice(0, 5)) console.log(`  ${line}`);
  // A server error fails the scan, whether or not a tool reported it.
  if (errors.length > 0) failed += 1;
} finally {
  await scene.close();
}
console.log(`\n${chosen.length} scanners, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function scan(scanner: Scanner): Promise<boolean> {
  try {
    console.log(`\n— ${scanner.name}, ${scanner.version()}`);
    return (await findsWhatIsPlanted(scanner)) && (await findsNothingInProduct(scanner));
  } catch (error) {
    console.log(`  not run: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

async function findsWhatIsPlanted(scanner: Scanner): Promise<boolean> {
  const found = await scanner.findings(scene.planted);
  const missed = scanner.planted.filter((hole) => !found.some((finding) => hole.test(finding)));
  console.log(
    `  planted: ${found.length} findings, ${scanner.planted.length - missed.length} of ${scanner.planted.length} holes found`,
  );
  for (const hole of missed) console.log(`    MISSED ${hole.source}`);
  return missed.length === 0;
}

async function findsNothingInProduct(scanner: Scanner): Promise<boolean> {
  const found = await scanner.findings(scene.product);
  const isExplained = (finding: string) => scanner.explained.some(([known]) => known.test(finding));
  const open = found.filter((finding) => !isExplained(finding));
  console.log(
    `  product: ${found.length} findings, ${found.length - open.length} of them explained, ${open.length} open`,
  );
  for (const [known, why] of scanner.explained) {
    const times = found.filter((finding) => known.test(finding)).length;
    if (times > 0) console.log(`    explained ${times} × ${known.source}: ${why}`);
  }
  for (const finding of open) console.log(`    OPEN ${finding}`);
  return open.length === 0;
}
