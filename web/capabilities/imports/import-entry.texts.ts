/** Apart from the texts of the screens, because the dashboard loads it. */
export const importEntryTexts = { entry: 'Import' } as const;
