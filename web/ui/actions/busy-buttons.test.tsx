import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Submit } from '../form/layout/form-layout.tsx';
import { type AnyForm, FormContext } from '../form/state/form-context.ts';
import { Button } from './button.tsx';

const web = join(import.meta.dirname, '../..');
const screens = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx') && !path.includes('node_modules') && !path.endsWith('.test.tsx'))
  .map((path) => ({ path, text: readFileSync(join(web, path), 'utf8') }));
const usages = screens.flatMap(({ path, text }) =>
  [...text.matchAll(/<(\w+)(?=[^<>]*\bbusyText=)/g)].map(([, tag = '']) => ({ path, text, tag })),
);

test('every submit button with a busy text shows it and is disabled only while the form is being sent', () => {
  const submit = <Submit busyText="Creating...">Create User</Submit>;
  expect(buttonIn(inForm({ busy: true }, submit))).toEqual({ disabled: true, text: 'Creating...' });
  expect(buttonIn(inForm({ busy: false }, submit))).toEqual({ disabled: false, text: 'Create User' });
  expect(buttonIn(inForm({ busy: true }, <Submit>Save</Submit>))).toEqual({ disabled: true, text: 'Save' });
});

test('every other button with a busy text shows it and is disabled while it is busy', () => {
  const button = (busy: boolean) => (
    <Button busy={busy} busyText="Checking...">
      Check Status
    </Button>
  );
  expect(buttonIn(button(true))).toEqual({ disabled: true, text: 'Checking...' });
  expect(buttonIn(button(false))).toEqual({ disabled: false, text: 'Check Status' });
});

test('every busy text of the product is used by a shared button, including Create New User', () => {
  const sources = { Submit: 'form-layout.tsx', Button: 'button.tsx' };
  const others = usages.filter(({ path, text, tag }) => {
    const source = Object.entries(sources).find(([name]) => name === tag)?.[1];
    return (
      !path.startsWith('ui/') &&
      !(source && new RegExp(`import \\{[^}]*\\b${tag}\\b[^}]*\\} from '[^']*${source}'`).test(text))
    );
  });
  expect(others.map(({ path, tag }) => `${path}: ${tag}`)).toEqual([]);
  expect(usages.map(({ path }) => path)).toContain('capabilities/users/edit/new-user-form.tsx');
});

test('no screen changes the text of a button by itself during a request', () => {
  const byHand = screens
    .filter(({ path }) => path !== 'ui/actions/button.tsx' && path !== 'ui/data-table/view/export-menu.tsx')
    .filter(({ text }) =>
      /<Button\b(?:(?!<\/Button>)[\s\S])*>\s*\{[^{}?]*(?:[bB]usy|ing)\b[^{}?]* \? [^{}]*\}\s*<\/Button>/.test(text),
    )
    .map(({ path }) => path);
  expect(byHand).toEqual([]);
});

function inForm({ busy }: { busy: boolean }, children: ReactNode): ReactNode {
  // @NOTE a submit button reads only whether the form is busy.
  const form = {} as AnyForm;
  return (
    <FormContext value={{ form, busy, secrets: new Set(), message: null, waiting: false, wait: () => {} }}>
      {children}
    </FormContext>
  );
}

function buttonIn(element: ReactNode): { disabled: boolean; text: string } {
  const html = renderToStaticMarkup(<MantineProvider>{element}</MantineProvider>);
  const [, attributes = '', inside = ''] = /<button([^>]*)>([\s\S]*?)<\/button>/.exec(html) ?? [];
  return { disabled: / disabled=""/.test(attributes), text: inside.replaceAll(/<[^>]*>/g, '') };
}
