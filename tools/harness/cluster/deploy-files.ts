import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../../../deploy/cluster');

export function pathOfDeployed(name: string): string {
  return resolve(FOLDER, name);
}

/** The variables of a file for operators, with the values of this cluster. */
export function variablesOf(name: string, values: Readonly<Record<string, string>>): Record<string, string> {
  const declared = readFileSync(pathOfDeployed(name), 'utf8')
    .split('\n')
    .flatMap((text) => (/^[A-Z]/.test(text) ? [text.split(/=(.*)/s).slice(0, 2)] : []));
  const variables = Object.fromEntries(declared) as Record<string, string>;
  for (const variable of Object.keys(values)) {
    if (!(variable in variables)) throw new Error(`${name} does not declare ${variable}.`);
  }
  return { ...variables, ...values };
}

/** The text of a file of options for operators, with the values of this cluster; null leaves an option out. */
export function optionsOf(name: string, values: Readonly<Record<string, string | null>>): string {
  let text = readFileSync(pathOfDeployed(name), 'utf8');
  for (const [option, value] of Object.entries(values)) {
    const declared = new RegExp(`^${option}=.*\n`, 'm');
    if (!declared.test(text)) throw new Error(`${name} does not declare ${option}.`);
    text = text.replace(declared, () => (value === null ? '' : `${option}=${value}\n`));
  }
  return text;
}
