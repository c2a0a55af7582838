import { createLocationHandler } from './create-location.ts';
import { deleteLocationHandler } from './delete-location.ts';
import { listLocationsHandler } from './list-locations.ts';
import { updateDefaultLocationHandler } from './update-default-location.ts';
import { updateLocationHandler } from './update-location.ts';

export const locationsHandlers = [
  listLocationsHandler,
  createLocationHandler,
  updateLocationHandler,
  updateDefaultLocationHandler,
  deleteLocationHandler,
];
