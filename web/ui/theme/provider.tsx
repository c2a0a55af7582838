import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { site } from '../../kernel/site.ts';
import { colourSchemeOfPreferences } from './colour-scheme.ts';
import { mantineVariables, themeOf } from './theme.ts';

const theme = themeOf(site.colour);

export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={mantineVariables}
      colorSchemeManager={colourSchemeOfPreferences}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  );
}
