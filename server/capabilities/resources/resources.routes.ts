import { createAssetHandler } from './create-asset.ts';
import { deleteAssetHandler } from './delete-asset.ts';
import { listAssetsHandler } from './list-assets.ts';
import { listSubscriptionAssetsHandler } from './list-subscription-assets.ts';
import { listSuggestedResourcesHandler } from './list-suggested-resources.ts';
import { readAssetHandler } from './read-asset.ts';
import { readAssetFileHandler } from './read-asset-file.ts';
import { updateAssetHandler } from './update-asset.ts';
import { uploadAssetFileHandler } from './upload-asset-file.ts';

export const resourcesHandlers = [
  listSubscriptionAssetsHandler,
  listSuggestedResourcesHandler,
  readAssetFileHandler,
  listAssetsHandler,
  readAssetHandler,
  createAssetHandler,
  updateAssetHandler,
  deleteAssetHandler,
  uploadAssetFileHandler,
];
