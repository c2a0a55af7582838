/** Goes on with an import from where it is: its check, its rows or its undo. */
export const RUN_IMPORT = 'run-import';
export const SEND_WAVES = 'send-import-waves';
