import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Recorded, Scanner, Target } from './target.ts';
import { runTool, versionOf } from './tool.ts';

/** Tests every text parameter of the recorded requests, in the query and in the body, with all techniques. */
export const sqlmap: Scanner = {
  name: 'sqlmap --level 3 --risk 2',
  version: () => versionOf('sqlmap', '--version'),
  async findings(target) {
    const found: string[] = [];
    for (const request of target.requests) found.push(...(await ofRequest(target, request)));
    return found;
  },
  planted: [/people name: name \(GET\)/],
  explained: [],
};

async function ofRequest(target: Target, request: Recorded): Promise<readonly string[]> {
  const file = join(target.folder, `${request.name.replaceAll(' ', '-')}.txt`);
  await writeFile(file, formatRawRequest(target, request));
  const options = ['--level', '3', '--risk', '2', '--threads', '4', '--batch', '--flush-session', '--disable-coloring'];
  const parts = request.texts ? ['-p', request.texts.join(',')] : ['--skip', 'user-agent,referer,host'];
  const { output } = await runTool(
    'sqlmap',
    [
      '-r',
      file,
      ...parts,
      ...options,
      '--ignore-stdin',
      '--ignore-code',
      '401',
      '--output-dir',
      join(target.folder, 'sqlmap'),
    ],
    target.folder,
  );
  const parameters = [...new Set([...output.matchAll(/^Parameter: (.+)$/gm)].map(([, parameter]) => parameter))];
  if (parameters.length > 0) return parameters.map((parameter) => `${request.name}: ${parameter}`);
  if (/all tested parameters do not appear to be injectable/.test(output)) return [];
  throw new Error(`sqlmap did not come to an end with “${request.name}”: ${output.slice(-600)}`);
}

function formatRawRequest({ port }: Target, { method, path, token, body }: Recorded): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: localhost:${port}`,
    'Accept: application/json',
    ...(token ? [`Authorization: token ${token}`] : []),
    ...(body ? ['Content-Type: application/json'] : []),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body ? JSON.stringify(body) : ''}`;
}
