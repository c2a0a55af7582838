import { launchProduct } from '../../harness/product.ts';
import { Client } from '../client.ts';
import type { Answer } from './answer.ts';
import { type Attack, requirePrepared } from './attack.ts';
import type { Target } from './target.ts';
import { safeProduction } from './unsafe-starts.ts';
import { Visitor } from './visitor.ts';

/**
 * Pages that a safely configured production must not show to unknown callers. The attacks also prove that it starts.
 */
export const productionAttacked: readonly Attack[] = [
  buildExposureAttack('the description of every call is open in production', '/api/docs'),
  buildExposureAttack('the contract for programs is open in production', '/api/openapi.json'),
];

function buildExposureAttack(name: string, path: string): Attack {
  return {
    name,
    expected: '404',
    make: async (target) => {
      const answer = await askProduction(target, path);
      return { seen: answer.told, refused: answer.status === 404 };
    },
  };
}

async function askProduction({ checkout }: Target, path: string): Promise<Answer> {
  const product = await launchProduct({ checkout, settings: safeProduction });
  const client = new Client(`http://127.0.0.1:${product.port}`, 120_000);
  try {
    requirePrepared(await product.becomesReady(), `production starts with safe settings: ${product.text}`);
    const visitor = new Visitor(client, '10.9.9.9', 'portal.example.org');
    const site = await visitor.get('/site.json');
    requirePrepared(site.isGood, `production answers: ${site.told}`);
    return await visitor.get(path);
  } finally {
    client.close();
    await product.removeData();
  }
}
