/** Returns every import cycle once, as a path from module to module. */
export function circles(edges: readonly (readonly [string | null, string | null])[]): string[] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of edges) {
    if (from !== null && to !== null && from !== to) next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (node: string, way: readonly string[]): void => {
    const start = way.indexOf(node);
    if (start >= 0) found.push([...way.slice(start), node].join(' → '));
    if (start >= 0 || done.has(node)) return;
    for (const following of next.get(node) ?? []) walk(following, [...way, node]);
    done.add(node);
  };
  for (const node of next.keys()) walk(node, []);
  return found;
}

export function within(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || within(path, 'tools/e2e');
}

export function isGenerated(path: string): boolean {
  return path.includes('.generated.') || within(path, 'docs/generated');
}

export function isTypeScript(path: string): boolean {
  return /\.tsx?$/.test(path);
}

export function isScript(path: string): boolean {
  return /\.(?:tsx?|m?js)$/.test(path);
}

export function isCode(path: string): boolean {
  return isScript(path) || /\.(?:sql|css|html)$/.test(path);
}

/** Returns each folder name of the path and the file name. */
export function namesAlong(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
}

export function withoutComment(line: string): string {
  return line.replace(/(?:^|\s)(?:\/\/|\*|\/\*).*$/, '').replace(/(['"`]).*?\1/g, "''");
}
