const PAGE_PARAMETERS = new Set(['limit', 'offset']);

/** Says in words which list was read: `/api/admin/users/ {"search":"Ana","limit":30}` becomes `users, search: Ana`. */
export function describeList(object: string): string {
  const [path = '', ...rest] = object.split(' ');
  if (!path.startsWith('/api/')) return object;
  const name = path
    .replace(/^\/api\/(?:admin|v1)\//, '')
    .replaceAll(/[/-]+/g, ' ')
    .trim();
  return [name, ...describeFilters(rest.join(' '))].join(', ');
}

function describeFilters(json: string): string[] {
  try {
    const filters: unknown = JSON.parse(json);
    if (typeof filters !== 'object' || filters === null) return [];
    return Object.entries(filters)
      .filter(([name]) => !PAGE_PARAMETERS.has(name))
      .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${String(value)}`);
  } catch {
    // A long filter is stored cut off.
    return json === '' ? [] : [json];
  }
}
