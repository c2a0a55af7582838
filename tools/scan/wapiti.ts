import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Scanner } from './target.ts';
import { runTool, versionOf } from './tool.ts';

/**
 * All modules except those that call external hosts (ssrf, xxe, log4shell), download lists (nikto, wapp), or guess
 * logins.
 */
const MODULES =
  'backup,blindsql,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss';

const Finding = z.object({ method: z.string(), path: z.string(), info: z.string(), parameter: z.string().nullable() });
const Report = z.object({
  vulnerabilities: z.record(z.string(), z.array(Finding)),
  anomalies: z.record(z.string(), z.array(Finding)),
});

/** Follows links from the front page and the recorded requests, and attacks every parameter. */
export const wapiti: Scanner = {
  name: 'Wapiti',
  version: () => versionOf('wapiti', '--version'),
  async findings({ port, token, folder, requests }) {
    const origin = `http://localhost:${port}`;
    const report = join(folder, 'wapiti.json');
    const starts = requests
      .filter(({ method, path }) => method === 'GET' && path.includes('?'))
      .flatMap(({ path }) => ['-s', `${origin}${path}`]);
    const { output } = await runTool(
      'wapiti',
      ['-u', `${origin}/`, ...starts, '-m', MODULES, '-H', `Authorization: token ${token}`, '--scope', 'domain'].concat(
        ['--flush-session', '--no-bugreport', '--max-scan-time', '900', '--timeout', '20', '-f', 'json', '-o', report],
        ['--store-session', join(folder, 'wapiti')],
      ),
      folder,
    );
    const text = await readFile(report, 'utf8').catch(() => {
      throw new Error(`Wapiti wrote no report: ${output.slice(-600)}`);
    });
    const { vulnerabilities, anomalies } = Report.parse(JSON.parse(text));
    return [...Object.entries(vulnerabilities), ...Object.entries(anomalies)].flatMap(([kind, findings]) =>
      findings.map(({ method, path, info }) => `${kind}: ${method} ${path} ${info}`),
    );
  },
  planted: [/Cross Site Scripting/i, /HTTP Secure Headers|Content Security Policy/i, /Cookie/i],
  explained: [
    [
      /X-XSS-Protection is not set/,
      'it steered a filter that browsers no longer have; the policy of content is what they read',
    ],
    [
      /Strict-Transport-Security is not set/,
      'it is sent over https, where alone browsers believe it; this is asked over http',
    ],
  ],
};
