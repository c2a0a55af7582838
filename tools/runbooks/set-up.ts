import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { optionsOf, pathOfDeployed } from '../harness/cluster/deploy-files.ts';
import type { Installation } from './installation.ts';
import type { Machine } from './machine.ts';
import { NODES, REPOSITORY } from './machines.ts';

const INTERNET = 'Put it on the internet';
const RECOVERY = 'Recovery to a moment';
const CLUSTER = 'A database that survives its machine';
const DEPLOYED_SUBNET = '10.0.0';

/** What operators choose once and keep. */
export const SECRETS = {
  password: randomBytes(12).toString('hex'),
  passphrase: randomBytes(24).toString('base64'),
  dataKey: randomBytes(32).toString('hex'),
} as const;

export async function setUp(installation: Installation): Promise<void> {
  const { nodes, operator, machines } = installation;
  await Promise.all(nodes.map((node) => prepareNode(installation, node)));
  for (const node of nodes) await writeEtcdFile(installation, node, {});
  await Promise.all(nodes.map((node) => operator.do(node, CLUSTER, 'restartEtcd')));
  const [first, ...others] = nodes as [Machine, ...Machine[]];
  await operator.until(first, CLUSTER, 'askEtcd', (said) => said.match(/is healthy/g)?.length === NODES.length);
  for (const node of nodes) await writePatroniFiles(installation, node);
  for (const node of nodes) await operator.do(node, CLUSTER, 'validate');
  for (const node of [first, ...others]) await operator.do(node, CLUSTER, 'startPatroni');
  const { primary } = await installation.untilHealthy();
  await operator.do(primary, RECOVERY, 'createStanza');
  await operator.do(primary, RECOVERY, 'checkArchive');
  for (const node of nodes) await operator.do(node, RECOVERY, 'enableBackups');
  await operator.sql(primary, 'createRole', { '…': SECRETS.password });
  await operator.sql(primary, 'createDatabase');
  await setUpApp(installation, machines.app);
  await operator.do(machines.app, INTERNET, 'createAdministrator');
}

/** Step 1 and the part of pgBackRest. */
export async function prepareNode({ operator }: Installation, node: Machine): Promise<void> {
  await operator.do(node, CLUSTER, 'installNode');
  await operator.do(node, CLUSTER, 'dropCluster');
  await operator.do(node, CLUSTER, 'disablePostgres');
  await operator.do(node, RECOVERY, 'install');
  await setUpPgBackRest(operator, node);
  await operator.do(node, RECOVERY, 'addToPatroni');
  await operator.do(node, RECOVERY, 'copyBackupUnits');
  await operator.do(node, RECOVERY, 'reloadPatroni');
}

/** The file of step 2. */
export async function writeEtcdFile(
  { machines }: Installation,
  node: Machine,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  await node.writeFile('/etc/default/etcd', withValues(forNode('etcd.env', node, machines.subnet), values));
}

/** The files that the document calls for, with the folder of this run instead of a bucket. */
async function setUpPgBackRest(operator: Installation['operator'], machine: Machine): Promise<void> {
  await operator.do(machine, RECOVERY, 'installConfiguration');
  const absent = { 'repo1-s3-endpoint': null, 'repo1-s3-region': null, 'repo1-s3-bucket': null };
  const text = optionsOf('pgbackrest.conf', { 'repo1-type': 'posix', 'repo1-path': REPOSITORY, ...absent });
  await machine.writeFile('/etc/pgbackrest/pgbackrest.conf', text);
  await operator.do(machine, RECOVERY, 'makeSecrets');
  await machine.writeFile('/etc/pgbackrest/secrets.env', `PGBACKREST_REPO1_CIPHER_PASS=${SECRETS.passphrase}\n`);
}

/** The files of step 3. */
export async function writePatroniFiles({ machines }: Installation, node: Machine): Promise<void> {
  await node.writeFile('/etc/patroni/config.yml', readFileSync(pathOfDeployed('patroni.yml'), 'utf8'));
  const settings = forNode('node.env', node, machines.subnet).replaceAll(
    /PASSWORD=$/gm,
    `PASSWORD=${SECRETS.password}`,
  );
  await node.writeFile('/etc/patroni_env.conf', settings);
  await node.run('chown postgres /etc/patroni_env.conf && chmod 600 /etc/patroni_env.conf');
}

/** HAProxy, the two servers and nginx in front of them. */
export async function setUpApp(installation: Installation, app: Machine): Promise<void> {
  const { operator, machines, certificate, key } = installation;
  await operator.do(app, CLUSTER, 'installProxy');
  await app.writeFile('/etc/haproxy/haproxy.cfg', readFileSync(pathOfDeployed('haproxy.cfg'), 'utf8'));
  const variables = { HAPROXY_BIND: '127.0.0.1', ...addressesOf(machines.subnet) };
  await app.writeFile('/etc/default/haproxy', linesOf(variables));
  await operator.do(app, CLUSTER, 'judgeProxy');
  await operator.do(app, CLUSTER, 'restartProxy');

  await operator.do(app, INTERNET, 'addUser');
  await operator.do(app, INTERNET, 'copySettings');
  await app.writeFile('/etc/vialkeep.env', withValues(app.readFile('/etc/vialkeep.env'), SETTINGS));
  await operator.do(app, INTERNET, 'copyUnits');
  await operator.do(app, INTERNET, 'startServers');

  await app.run('apt-get install nginx-light');
  await app.writeFile('/etc/letsencrypt/live/portal.example.org/fullchain.pem', certificate);
  await app.writeFile('/etc/letsencrypt/live/portal.example.org/privkey.pem', key);
  await app.run('cp deploy/nginx/vialkeep-upstream.conf /etc/nginx && cp deploy/nginx/vialkeep.conf /etc/nginx/conf.d');
  await operator.do(app, INTERNET, 'testProxy');
  await app.run('systemctl reload nginx');
  await installation.writes.untilReady();

  await operator.do(app, RECOVERY, 'installForCheck');
  await setUpPgBackRest(operator, app);
  await operator.do(app, RECOVERY, 'enableCheck');
}

const SETTINGS = {
  DATABASE_URL: `postgres://vialkeep:${SECRETS.password}@127.0.0.1:5000/vialkeep`,
  DATA_KEY: SECRETS.dataKey,
  // The demo network has people who can write without a second factor; no money moves.
  DEMO: 'on',
  PAYMENTS: 'sandbox',
  ACCEPT_UNSAFE: 'demo,payments',
};

function addressesOf(subnet: string): Record<string, string> {
  return Object.fromEntries(NODES.map((name, index) => [name.toUpperCase(), `${subnet}.${index + 11}`]));
}

/** A file for the first node with the name and the addresses of this one. */
function forNode(file: string, node: Machine, subnet: string): string {
  const lists = /^(ETCD_INITIAL_CLUSTER|PATRONI_ETCD_HOSTS)=/;
  return readFileSync(pathOfDeployed(file), 'utf8')
    .split('\n')
    .map((text) =>
      lists.test(text) ? text : text.replace(`${DEPLOYED_SUBNET}.11`, node.address).replace(/=db1$/, `=${node.name}`),
    )
    .join('\n')
    .replaceAll(`${DEPLOYED_SUBNET}.`, `${subnet}.`);
}

/** Sets variables of a file, and adds those that it does not have. */
function withValues(text: string, values: Readonly<Record<string, string>>): string {
  const kept = text.split('\n').filter((each) => !Object.keys(values).some((name) => each.startsWith(`${name}=`)));
  return `${kept.join('\n')}\n${linesOf(values)}`;
}

function linesOf(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
