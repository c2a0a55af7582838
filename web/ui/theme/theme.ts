import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';
import { colourScale } from '../charts/ramp.ts';

const ink: MantineColorsTuple = [
  '#f6f8f9',
  '#edf1f3',
  '#dfe5e8',
  '#c8d1d6',
  '#9fadb5',
  '#75858f',
  '#54646e',
  '#3c4a53',
  '#28343b',
  '#151d22',
];

const night: MantineColorsTuple = [
  '#e3e9ec',
  '#c3ced4',
  '#9fadb5',
  '#75858f',
  '#33424b',
  '#28353d',
  '#1f2a31',
  '#172026',
  '#10171b',
  '#0b1013',
];

const FONT = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif";

/** The theme of a site: the product's shapes and type, the site's colour. */
export function themeOf(colour: string): MantineThemeOverride {
  return createTheme({
    primaryColor: 'brand',
    // Shades 7 and 6 carry white text at 5.5:1 or better for every colour; `autoContrast` would break that in dark
    // mode.
    primaryShade: { light: 7, dark: 6 },
    autoContrast: false,
    black: '#151d22',
    colors: { brand: [...colourScale(colour)], gray: ink, dark: night },
    respectReducedMotion: true,
    cursorType: 'pointer',
    defaultRadius: 'md',
    radius: { xs: '2px', sm: '4px', md: '6px', lg: '10px', xl: '16px' },
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
    fontFamily: FONT,
    fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.125rem', xl: '1.25rem' },
    lineHeights: { xs: '1.3334', sm: '1.4286', md: '1.4667', lg: '1.3334', xl: '1.3' },
    headings: {
      fontFamily: FONT,
      fontWeight: '620',
      sizes: {
        h1: { fontSize: '1.5rem', lineHeight: '1.25' },
        h2: { fontSize: '1.125rem', lineHeight: '1.3334' },
        h3: { fontSize: '0.9375rem', lineHeight: '1.3334' },
      },
    },
    shadows: { md: 'var(--vk-shadow)', lg: 'var(--vk-shadow)', xl: 'var(--vk-shadow)' },
    breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '75em', xl: '100em' },
    components: {
      Text: { defaultProps: { size: 'sm' } },
      Anchor: { defaultProps: { size: 'sm', underline: 'hover' } },
      // A header inside a dialog is not the page's banner landmark.
      ModalHeader: { defaultProps: { role: 'none' } },
      DrawerHeader: { defaultProps: { role: 'none' } },
      Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
      Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
      Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md', transitionProps: { duration: 120 } } },
      Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 120 } } },
      Tooltip: {
        defaultProps: { withArrow: true, openDelay: 300, events: { hover: true, focus: true, touch: false } },
      },
      Alert: { defaultProps: { role: 'note' } },
      Loader: { defaultProps: { type: 'dots' } },
    },
  });
}

/** Mantine variables whose defaults have too little contrast (error, help text, borders). */
export const mantineVariables: CSSVariablesResolver = () => {
  const ours = {
    '--mantine-color-body': 'var(--vk-surface)',
    '--mantine-color-text': 'var(--vk-text)',
    '--mantine-color-bright': 'var(--vk-text)',
    '--mantine-color-dimmed': 'var(--vk-text-2)',
    '--mantine-color-placeholder': 'var(--vk-text-2)',
    '--mantine-color-error': 'var(--vk-error)',
    '--mantine-color-anchor': 'var(--vk-brand-link)',
    '--mantine-color-default': 'var(--vk-raised)',
    '--mantine-color-default-hover': 'var(--vk-sunken)',
    '--mantine-color-default-color': 'var(--vk-text)',
    '--mantine-color-default-border': 'var(--vk-field)',
    '--mantine-color-disabled': 'var(--vk-sunken)',
    '--mantine-color-disabled-color': 'var(--vk-text-2)',
    '--mantine-color-disabled-border': 'var(--vk-line)',
  };
  return { variables: {}, light: ours, dark: ours };
};
