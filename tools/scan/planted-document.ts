/** A description with mistakes: a parameter that nobody describes, a call without a name, one that says nothing of logins. */
export const plantedDocument = {
  openapi: '3.1.0',
  info: { title: 'Planted', version: '1' },
  servers: [{ url: '/' }],
  paths: { '/people/{id}': { get: { responses: { 200: { description: 'A person' } } } } },
};
