import { writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';

export const storageKinds = ['object', 'container', 'account'] as const;
export type StorageKind = (typeof storageKinds)[number];

type SwiftPlan = {
  readonly folder: string;
  readonly ports: { readonly proxy: number; readonly cache: number };
  readonly storage: ReadonlyMap<StorageKind, number>;
  readonly account: { readonly user: string; readonly key: string };
};

type Section = Readonly<Record<string, string | number>>;

/** Writes the settings of every Swift server into the folder. */
export async function writeSwiftSettings({ folder, ports, storage, account }: SwiftPlan): Promise<void> {
  const shared = (port: number): Section => ({
    bind_ip: '127.0.0.1',
    bind_port: port,
    swift_dir: folder,
    workers: 0,
    user: userInfo().username,
  });
  await writeSections(join(folder, 'swift.conf'), {
    'swift-hash': { swift_hash_path_suffix: 'vialkeep' },
    'storage-policy:0': { name: 'one', default: 'yes' },
  });
  for (const [kind, port] of storage) {
    await writeSections(join(folder, `${kind}.conf`), {
      DEFAULT: { ...shared(port), devices: join(folder, 'devices'), mount_check: 'false' },
      'pipeline:main': { pipeline: `${kind}-server` },
      [`app:${kind}-server`]: { use: `egg:swift#${kind}` },
    });
  }
  const filters: Readonly<Record<string, Section>> = {
    catch_errors: {},
    gatekeeper: {},
    memcache: { memcache_servers: `127.0.0.1:${ports.cache}` },
    listing_formats: {},
    s3api: { location: 'us-east-1' },
    tempauth: { [`user_${account.user.replace(':', '_')}`]: `${account.key} .admin` },
    container_quotas: {},
    slo: {},
    dlo: {},
  };
  const uses = Object.entries(filters).map(([name, values]): [string, Section] => [
    `filter:${name}`,
    { use: `egg:swift#${name}`, ...values },
  ]);
  await writeSections(join(folder, 'proxy.conf'), {
    DEFAULT: shared(ports.proxy),
    'pipeline:main': { pipeline: [...Object.keys(filters), 'proxy-server'].join(' ') },
    ...Object.fromEntries(uses),
    'app:proxy-server': { use: 'egg:swift#proxy', account_autocreate: 'true' },
  });
}

async function writeSections(path: string, sections: Readonly<Record<string, Section>>): Promise<void> {
  const texts = Object.entries(sections).map(([name, values]) => {
    const settings = Object.entries(values).map(([key, value]) => `${key} = ${value}`);
    return `[${name}]\n${settings.join('\n')}\n`;
  });
  await writeFile(path, texts.join('\n'), { mode: 0o600 });
}
