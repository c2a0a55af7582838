import { StartupProblem } from '../../kernel/startup-problem.ts';

export type S3Store = {
  /** `https://host:port/bucket`, without a trailing slash. */
  bucketUrl: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** @NOTE the value holds a secret, so the message never repeats it. */
const MALFORMED =
  'FILES_URL must look like s3://key:secret@host:port/bucket?region=us-east-1&tls=off, with / and + of the secret written as %2F and %2B.';

export function parseFilesUrl(value: string): S3Store {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url?.protocol !== 's3:' || !url.hostname || !url.username || !url.password || url.hash)
    throw new StartupProblem(MALFORMED);

  const bucket = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(url.pathname)?.[1];
  const { region = 'us-east-1', tls = 'on', ...others } = Object.fromEntries(url.searchParams);
  if (!bucket || !/^[a-z0-9-]+$/.test(region) || !['on', 'off'].includes(tls) || Object.keys(others).length > 0) {
    throw new StartupProblem(MALFORMED);
  }
  return {
    bucketUrl: `${tls === 'on' ? 'https' : 'http'}://${url.host}/${bucket}`,
    region,
    accessKeyId: decodeUrlPart(url.username),
    secretAccessKey: decodeUrlPart(url.password),
  };
}

function decodeUrlPart(part: string) {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new StartupProblem(MALFORMED);
  }
}
