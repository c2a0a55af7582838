import { ADMINS, about, adminOnly, type Matrix, plain } from './rows.ts';

const byId = (id: number) => ({ params: { id } });

/** The resource center and the assets it shows. */
export const resourceRows: Matrix = {
  listSubscriptionAssets: plain('200: 3 7 10 7n; 404: rest', { params: { id: 3 } }),
  listSuggestedResources: plain('200: 3 7 10 7n; 404: rest', { params: { id: 3 }, body: { url: '/patients' } }),
  // The tests of the use case cover the readers of a file; this file does not exist.
  readAssetFile: plain('404: rest', { params: { path: `${'0'.repeat(32)}.pdf` } }),
  listAssets: plain(ADMINS),
  readAsset: about('asset', byId, adminOnly),
  createAsset: plain('200: 7 10; 400: 7n; 403: rest', {
    body: { asset_name: 'Guide', description: 'About', domain_id: 1 },
  }),
  updateAsset: about('asset', (id) => ({ params: { id }, body: { description: 'Anew' } }), adminOnly),
  deleteAsset: about('asset', byId, adminOnly),
  uploadAssetFile: plain('415: 7 10 7n; 403: rest', { file: { name: 'a.svg', bytes: Buffer.from('<svg/>') } }),
};
