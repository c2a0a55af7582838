export { checkDemoImport, type DemoImport } from './check-demo-import.ts';
export { verifyImports } from './verify-imports.ts';
