import { StartupProblem } from '../../kernel/startup-problem.ts';

export type SmtpServer = {
  host: string;
  port: number;
  /** TLS from the first byte (smtps) instead of STARTTLS. */
  secure: boolean;
  account: { user: string; pass: string } | null;
  loopback: boolean;
};

/** @NOTE the value holds a password, so the message never repeats it. */
const MALFORMED = 'SMTP_URL must look like smtp://user:password@host:587 or smtps://user:password@host:465.';

export function parseSmtpUrl(value: string): SmtpServer {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname) throw new StartupProblem(MALFORMED);
  if (!['', '/'].includes(url.pathname) || url.search || url.hash) throw new StartupProblem(MALFORMED);
  if ((url.username === '') !== (url.password === '')) throw new StartupProblem(MALFORMED);

  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const secure = url.protocol === 'smtps:';
  return {
    host,
    port: url.port ? Number(url.port) : secure ? 465 : 587,
    secure,
    account: url.username ? { user: decodeUrlPart(url.username), pass: decodeUrlPart(url.password) } : null,
    loopback: isLoopbackMailHost(host),
  };
}

function isLoopbackMailHost(host: string) {
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function decodeUrlPart(part: string) {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new StartupProblem(MALFORMED);
  }
}
