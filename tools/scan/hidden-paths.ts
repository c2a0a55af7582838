import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { paths } from './path-list.ts';
import type { Scanner } from './target.ts';
import { runTool, versionOf } from './tool.ts';

const Report = z.object({ results: z.array(z.object({ url: z.string(), status: z.number(), length: z.number() })) });

/** Requests paths that must not exist. The web app's own page, which answers every screen address, is not a finding. */
export const hiddenPaths: Scanner = {
  name: `ffuf, ${paths.length} paths`,
  version: () => versionOf('ffuf', '-V'),
  async findings({ port, token, folder }) {
    const [list, report] = [join(folder, 'paths.txt'), join(folder, 'ffuf.json')];
    await writeFile(list, `${paths.join('\n')}\n`);
    const { output } = await runTool(
      'ffuf',
      [
        '-u',
        `http://localhost:${port}/FUZZ`,
        '-w',
        list,
        '-H',
        `Authorization: token ${token}`,
        '-s',
        '-t',
        '8',
      ].concat(['-mc', '200-299,301,302,500-599', '-fr', 'id="site"', '-of', 'json', '-o', report]),
      folder,
    );
    const text = await readFile(report, 'utf8').catch(() => {
      throw new Error(`ffuf wrote no report: ${output.slice(-600)}`);
    });
    return Report.parse(JSON.parse(text)).results.map(
      ({ url, status, length }) => `${status} ${url} (${length} bytes)`,
    );
  },
  planted: [/\.git\/HEAD/, /\.env/, /media\/.*canary\.txt/],
  explained: [],
};
