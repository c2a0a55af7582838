import { relative, resolve, sep } from 'node:path';
import { type Plugin, parseSync } from 'vite';

const root = resolve(import.meta.dirname, '../../..');

/**
 * Disables the exported functions of files: a component renders nothing, every other function throws, so that a call of
 * the server answers 500. With a switch, a function is disabled only while `globalThis.knockedOut` names its file, so
 * that one build of the web app serves for every row.
 */
export function knockOutPlugin(files: readonly string[], hasSwitch = false): Plugin {
  return {
    name: 'knock-out',
    // Types and JSX are still in the source, and so are the names of components.
    enforce: 'pre',
    transform(code, id) {
      const file = relative(root, id.split('?', 1)[0] ?? '').replaceAll(sep, '/');
      return files.includes(file) ? disableExports(file, code, hasSwitch) : null;
    },
  };
}

export function disableExports(file: string, code: string, hasSwitch: boolean): string {
  const isOut = hasSwitch ? `globalThis.knockedOut?.includes(${JSON.stringify(file)})` : 'true';
  const failure = `throw new Error(${JSON.stringify(`${file} is knocked out.`)});`;
  // From the end, so that the offsets before a change stay valid.
  return exportedFunctions(file, code).reduceRight((changed, { name, start, end, isBlock }) => {
    const isComponent = file.endsWith('.tsx') && /^[A-Z]/.test(name);
    const body = changed.slice(start, end);
    // An expression may stand in parentheses, so it stays an expression.
    const disabled = isBlock
      ? `{ if (${isOut}) ${isComponent ? 'return null;' : failure}${body.slice(1)}`
      : `(${isOut} ? ${isComponent ? 'null' : `(() => { ${failure} })()`} : (${body}))`;
    return changed.slice(0, start) + disabled + changed.slice(end);
  }, code);
}

/** The body of an outermost function of an export. */
type FunctionBody = { name: string; start: number; end: number; isBlock: boolean };

function exportedFunctions(file: string, code: string): FunctionBody[] {
  const exports = parseSync(file, code).program.body.filter(({ type }) => /^Export(Named|Default)Decl/.test(type));
  return exports.flatMap((one) => outermostFunctions(one, '')).toSorted((one, other) => one.start - other.start);
}

function outermostFunctions(value: unknown, name: string): FunctionBody[] {
  if (Array.isArray(value)) return value.flatMap((item) => outermostFunctions(item, name));
  if (!isNode(value)) return [];
  const named = isNode(value.id) && typeof value.id.name === 'string' ? value.id.name : name;
  const { body } = value;
  const isFunction = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(value.type);
  if (!isFunction) return Object.values(value).flatMap((child) => outermostFunctions(child, named));
  // An overload has no body.
  if (!isNode(body)) return [];
  return [
    { name: named, start: body.start, end: body.end, isBlock: /^(BlockStatement|FunctionBody)$/.test(body.type) },
  ];
}

type Node = { type: string; start: number; end: number; id?: unknown; name?: unknown; body?: unknown };

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
