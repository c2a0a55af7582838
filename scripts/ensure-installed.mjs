// Runs before any package is installed and on any Node version: plain JavaScript with Node built-ins only.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const installed = join(root, 'node_modules');
const mark = join(installed, '.vialkeep-installed');
const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
const lockHash = createHash('sha256').update(lock.replaceAll('\r\n', '\n')).digest('hex');

if (!isMarked()) {
  if (!isComplete()) install();
  writeFileSync(mark, `${lockHash}\n`);
}
requirePinnedNode();

function isMarked() {
  return existsSync(mark) && readFileSync(mark, 'utf8').trim() === lockHash;
}

/** After a manual npm run, npm's own list of installed packages matches the lock file. */
function isComplete() {
  const list = join(installed, '.package-lock.json');
  if (!existsSync(list)) return false;
  const present = JSON.parse(readFileSync(list, 'utf8')).packages;
  return Object.entries(JSON.parse(lock).packages).every(([path, wanted]) => {
    if (!path.includes('node_modules/')) return true;
    const found = present[path];
    return found ? found.version === wanted.version && found.integrity === wanted.integrity : wanted.optional === true;
  });
}

function install() {
  console.log('Installing what Vialkeep needs (npm ci); this takes a minute or two the first time.');
  // NODE_ENV=production would omit the packages that build the web app.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const { npm_execpath: npmFile = '', npm_node_execpath: npmNode = '' } = process.env;
  const options = { cwd: root, stdio: 'inherit', env: environmentForNpm() };
  const { status } =
    basename(npmFile) === 'npm-cli.js' && npmNode !== '' && !npmNode.startsWith(installed)
      ? spawnSync(npmNode, [npmFile, ...args], options)
      : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (status !== 0) stop('Installing did not succeed; what npm said is above.');
}

/** Removes the project's own Node, which npm ci is about to replace, and the variables that an outer npm sets. */
function environmentForNpm() {
  const env = { ...process.env };
  for (const name of Object.keys(env)) {
    if (/^npm_(?:lifecycle_|package_|command$|config_(?:workspaces?|omit|global|dry_run)$)/.test(name))
      delete env[name];
    if (name.toLowerCase() === 'path') env[name] = withoutOurs(env[name]);
  }
  return env;
}

function withoutOurs(path = '') {
  return path
    .split(delimiter)
    .filter((folder) => !folder.startsWith(installed))
    .join(delimiter);
}

function requirePinnedNode() {
  const pin = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.node;
  const windows = process.platform === 'win32';
  const program = windows ? join(installed, 'node', 'bin', 'node.exe') : join(installed, '.bin', 'node');
  const found = spawnSync(program, ['-v'], { encoding: 'utf8' }).stdout?.trim();
  if (found === `v${pin}`) return;
  stop(
    `Node ${pin} is not in node_modules (${found ? `${found} is` : 'nothing is'}), because npm did not run install ` +
      'scripts; run “npm ci --ignore-scripts=false” and start again.',
  );
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
