import { updateAsset } from '@vialkeep/contract/resources.ts';
import { expect, test } from 'vitest';
import { AssetShape, buildAssetUpdate, buildAssetValues, newAsset } from './asset-values.ts';

const asset = {
  id: 7,
  asset_name: 'Guide',
  description: 'About',
  code: 'guide',
  name: 'Guide',
  membership_ids: '4,3,11',
  domain: { id: 1, name: 'Vialkeep' },
  sections: [{ id: 1, url: '/patients' }],
  assets: [{ id: 5, type: 1, name: 'A', path: 'https://example.org/a' }],
};
const kept = updateAsset.answer.parse(asset);

test('F146 an unchanged form sends no changes', () => {
  expect(buildAssetUpdate(kept, buildAssetValues(kept))).toEqual({ assets_remove: [] });
});

test('F146 the form sends only changed fields', () => {
  const values = {
    ...buildAssetValues(kept),
    description: 'Anew',
    domain_id: null,
    links: [{ key: 1, path: 'https://example.org/b', name: '' }],
    files: [{ key: 2, path: '0a.pdf', name: 'Sheet' }],
    removed: [5],
  };
  expect(buildAssetUpdate(kept, values)).toEqual({
    description: 'Anew',
    domain_id: null,
    assets: [
      { type: 1, path: 'https://example.org/b', name: '' },
      { type: 2, path: '0a.pdf', name: 'Sheet' },
    ],
    assets_remove: [5],
  });
});

test('F146 memberships that the form does not offer are preserved', () => {
  expect(newAsset(buildAssetValues(kept)).membership_ids).toBe('3,4,11');
});

test('F146 each link requires a path, and each file requires a file and a name', () => {
  const wrong = AssetShape.safeParse({
    ...buildAssetValues(null),
    links: [{ key: 1, path: 'javascript:alert(1)', name: '' }],
    files: [{ key: 2, path: '', name: ' ' }],
  });
  expect(Object.fromEntries((wrong.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))).toEqual(
    {
      asset_name: 'Asset Name is required.',
      description: 'Description is required.',
      'links.0.path': 'Enter an address that begins with https:// or http://, or a page such as /contact.',
      'files.0.path': 'Choose a file.',
      'files.0.name': 'File Name is required.',
    },
  );
});
