import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const SUITE = 'bookworm';
const MIRROR = 'http://deb.debian.org';
const BASE = 'systemd,systemd-sysv,dbus,iproute2,ca-certificates,adduser';
/** Downloaded once into the image: the machines have no way to the internet. */
const PACKAGES = 'postgresql-15 patroni etcd-server etcd-client pgbackrest curl haproxy nginx-light'.split(' ');

/** Makes a Debian that boots with systemd, with the packages of the runbooks downloaded and not installed. */
export async function buildImage(image: string): Promise<void> {
  requireSuccess('debootstrap', ['--variant=minbase', `--include=${BASE}`, SUITE, image, `${MIRROR}/debian`]);
  const sources = [
    `deb ${MIRROR}/debian ${SUITE} main`,
    `deb ${MIRROR}/debian ${SUITE}-updates main`,
    `deb ${MIRROR}/debian-security ${SUITE}-security main`,
  ];
  await writeFile(join(image, 'etc/apt/sources.list'), `${sources.join('\n')}\n`);
  await copyFile('/etc/resolv.conf', join(image, 'etc/resolv.conf'));
  // The operator's answer to the question of apt-get; and a machine that is thrown away needs no disk flushed.
  await writeFile(join(image, 'etc/apt/apt.conf.d/90-runbooks'), 'APT::Get::Assume-Yes "true";\n');
  await writeFile(join(image, 'etc/dpkg/dpkg.cfg.d/90-runbooks'), 'force-unsafe-io\n');
  requireSuccess('chroot', [image, 'apt-get', 'update']);
  requireSuccess('chroot', [image, 'apt-get', 'install', '--download-only', ...PACKAGES]);
  // A shared folder needs the same number of this user on all machines.
  const user = '--system --uid 150 --user-group --home-dir /var/lib/postgresql --shell /bin/bash postgres';
  requireSuccess('chroot', [image, 'useradd', ...user.split(' ')]);
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(image, 'usr/local/bin/npm'));
  await enableUnit(image, 'multi-user.target', 'systemd-networkd');
  await enableUnit(image, 'network-online.target', 'systemd-networkd-wait-online');
}

async function enableUnit(image: string, target: string, unit: string): Promise<void> {
  const folder = join(image, `etc/systemd/system/${target}.wants`);
  await mkdir(folder, { recursive: true });
  await symlink(`/lib/systemd/system/${unit}.service`, join(folder, `${unit}.service`));
}

export function requireSuccess(program: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DEBIAN_FRONTEND: 'noninteractive', LANG: 'C.UTF-8' },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed.\n${stdout}${stderr}`);
}
