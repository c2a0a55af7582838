/**
 * An API description with mistakes: an undescribed parameter, a call without an operation id, a call without security.
 */
export const plantedDocument = {
  openapi: '3.1.0',
  info: { title: 'Planted', version: '1' },
  servers: [{ url: '/' }],
  paths: { '/people/{id}': { get: { responses: { 200: { description: 'A person' } } } } },
};
