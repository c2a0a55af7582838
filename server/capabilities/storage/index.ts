export { createPlaceOf, type NewPlace } from './create-place.ts';
export { lockPlaces } from './places.queries.ts';
