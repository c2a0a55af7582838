// A lock file that names an optional dependency without locking it installs on one platform and fails on another.
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
const breaches = [];
let optional = 0;

for (const [path, entry] of Object.entries(packages)) {
  for (const name of Object.keys(entry.optionalDependencies ?? {})) {
    optional += 1;
    if (!isLocked(path, name)) breaches.push(`${path || 'the project'} names ${name}, which is not in the lock`);
  }
  if (entry.resolved !== undefined && entry.link !== true) {
    breaches.push(`${path} is tied to the address ${entry.resolved}`);
  }
}

if (breaches.length > 0) {
  console.error(`package-lock.json: ${breaches.join('; ')}.`);
  process.exit(1);
}
console.log(
  `package-lock.json: ${Object.keys(packages).length} entries, all ${optional} optional dependencies locked.`,
);

/** Searches as Node does: in the package's own node_modules, then in those of the parent folders. */
function isLocked(path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    if (`${folder}${folder === '' ? '' : '/'}node_modules/${name}` in packages) return true;
    if (folder === '') return false;
  }
}
