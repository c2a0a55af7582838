import { fakeS3, type S3StandIn } from '../../../server/testing/fakes/files/fake-s3.ts';
import type { S3Server, S3Traits } from './s3-server.ts';

export const standInTraits: S3Traits = { comparesSignatures: true, replacesAtomically: true };

/** The project's own fake in this process; it is killed by closing all its connections. */
export async function startStandIn(): Promise<S3Server> {
  const objects: S3StandIn['objects'] = new Map();
  let store = await fakeS3(objects);
  const url = new URL(store.url());
  return {
    keys: {
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
      region: url.searchParams.get('region') ?? '',
    },
    bucket: url.pathname.slice(1),
    port: () => Number(new URL(store.url()).port),
    kill: () => store.close(),
    async startAgain() {
      store = await fakeS3(objects);
    },
    async fill() {
      store.befall({ status: 403, code: 'QuotaExceeded' });
      return async () => {};
    },
    close: () => store.close(),
  };
}
