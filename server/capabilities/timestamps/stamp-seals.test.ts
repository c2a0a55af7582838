import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sign } from '@vialkeep/contract/signing.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTimestamps } from '../../integrations/timestamps/open-timestamps.ts';
import type { Services } from '../../kernel/services.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { linkTo, newPaperToSign } from '../../testing/documents/documents-to-sign.ts';
import { FAKE_POLICY, type FakeTsa, fakeTsa, tsaFaults } from '../../testing/fakes/timestamps/fake-tsa.ts';
import { isAcceptedByOpenssl } from '../../testing/fakes/timestamps/openssl-ts.ts';
import { anotherServer } from '../../testing/servers/another-server.ts';
import { anonymousCaller, newWorld, type World } from '../../testing/world.ts';
import { sealSigningJob } from '../signing/index.ts';
import { timestampChainsJob } from './stamp-chain-heads.ts';
import { timestampSealsJob } from './stamp-seals.ts';

const TIME = 240_000;

let folder: string;
let tsa: FakeTsa;
let world: World;
let settings: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-tsa-'));
  tsa = await fakeTsa();
  const file = join(folder, 'ca.pem');
  await writeFile(file, tsa.authority);
  settings = { TSA_URL: tsa.url, TSA_CA: file, TSA_POLICY: FAKE_POLICY };
  world = await newWorld(settings);
}, TIME);
beforeEach(() => {
  tsa.behaviour = 'well';
});
afterAll(async () => {
  await world.close();
  await tsa.close();
  await rm(folder, { recursive: true });
});

const cause = actorlessContext('test');
const stampSeals = (services: Services = world.app.services) => timestampSealsJob.run({}, services, cause);

/** Signs and seals a document, and returns the digest of the sealed file. */
async function newSeal(): Promise<string> {
  const paper = await newPaperToSign(world);
  const signingId = await linkTo(world, paper);
  const body = { full_name: 'Maria Gonzalez', agrees: true };
  await world.call(anonymousCaller, sign, { params: { signingId }, body });
  await sealSigningJob.run({ id: paper.providerId }, world.app.services, cause);
  const [row] = await world.sql<{ sha256: string }>('select sealed_sha256 as sha256 from signings where id = $1', [
    paper.providerId,
  ]);
  if (!row) throw new Error('Nothing was sealed.');
  return row.sha256;
}

function stampsOf(sha256: string) {
  return world.sql<{ by: string; token: Buffer; sha256: string; domain_id: number }>(
    "select by, token, sha256, domain_id from time_stamps where of = 'seal' and ref = $1 order by by",
    [sha256],
  );
}

async function sealedDaysAgo(sha256: string, days: number): Promise<void> {
  await world.sql('alter table signings disable trigger signings_are_kept');
  await world.sql('update signings set changed_at = now() - make_interval(days => $2) where sealed_sha256 = $1', [
    sha256,
    days,
  ]);
  await world.sql('alter table signings enable trigger signings_are_kept');
}

describe('Time stamps of sealed documents', () => {
  test(
    'a sealed document is stamped once, however often the job runs, and the sealed file stays as it is',
    async () => {
      const sha256 = await newSeal();
      expect(await stampsOf(sha256)).toEqual([]);
      await stampSeals();
      await stampSeals();
      const stamps = await stampsOf(sha256);
      expect(stamps).toMatchObject([{ by: tsa.host, sha256, domain_id: 1 }]);
      const token = stamps[0]?.token ?? Buffer.alloc(0);
      expect(isAcceptedByOpenssl({ data: sha256, token, authority: tsa.authority })).toBe(true);
    },
    TIME,
  );

  test(
    'sealing goes on under every fault of the authority, nothing is stored, and a stamp follows when the authority works again',
    async () => {
      const digests: string[] = [];
      const hasty = await openTimestamps(world.app.services.settings, { ms: 200, largest: 65_536 });
      for (const fault of tsaFaults) {
        tsa.behaviour = fault;
        digests.push(await newSeal());
        await stampSeals(fault === 'slow' ? { ...world.app.services, timestamps: hasty } : world.app.services);
        for (const sha256 of digests) expect(await stampsOf(sha256), fault).toEqual([]);
      }
      tsa.behaviour = 'well';
      await stampSeals();
      for (const sha256 of digests) expect(await stampsOf(sha256)).toHaveLength(1);
    },
    TIME,
  );

  test(
    'an authority that was down for days stamps each document once after it is back, also one that is weeks old',
    async () => {
      const [recent, old] = [await newSeal(), await newSeal()];
      tsa.behaviour = 'down';
      for (const days of [0, 1, 5]) {
        await sealedDaysAgo(recent, days);
        await stampSeals();
      }
      await sealedDaysAgo(old, 40);
      expect([...(await stampsOf(recent)), ...(await stampsOf(old))]).toEqual([]);
      tsa.behaviour = 'well';
      await stampSeals();
      await stampSeals();
      expect(await stampsOf(recent)).toHaveLength(1);
      expect(await stampsOf(old)).toHaveLength(0);
      await timestampChainsJob([]).run({}, world.app.services, cause);
      await timestampChainsJob([]).run({}, world.app.services, cause);
      expect(await stampsOf(old)).toHaveLength(1);
    },
    TIME,
  );

  test(
    'two servers that stamp at once store one token',
    async () => {
      const digests = [await newSeal(), await newSeal()];
      const other = await anotherServer(world, settings);
      await Promise.all([stampSeals(), stampSeals(other.services), stampSeals(other.services)]);
      await other.close();
      for (const sha256 of digests) expect(await stampsOf(sha256)).toHaveLength(1);
    },
    TIME,
  );

  test(
    'after a change of the authority a document has one stamp of each',
    async () => {
      const sha256 = await newSeal();
      const own = await openTimestamps({ ...world.app.services.settings, tsaUrl: undefined });
      const before = { ...world.app.services, timestamps: own };
      await stampSeals(before);
      await stampSeals();
      await stampSeals(before);
      expect((await stampsOf(sha256)).map(({ by }) => by)).toEqual([tsa.host, 'own clock']);
    },
    TIME,
  );

  test('a start stamps every sealed document, those of the demo network included, and no upload', async () => {
    await timestampSealsJob.run({ atStart: true }, world.app.services, cause);
    const rows = await world.sql<{ origin: string; is_stamped: boolean }>(
      `select origin, bool_and(exists (select from time_stamps where of = 'seal' and ref = documents.sha256)) as is_stamped
       from documents where status = 'Completed' group by origin order by origin`,
    );
    expect(rows).toEqual([
      { origin: 'signing', is_stamped: true },
      { origin: 'upload', is_stamped: false },
    ]);
  });

  test('a stamp cannot be changed or deleted', async () => {
    for (const change of [
      "update time_stamps set by = 'x'",
      'delete from stamped_heads',
      'truncate time_stamps cascade',
    ]) {
      await expect(world.sql(change)).rejects.toThrow('append-only');
    }
  });
});
