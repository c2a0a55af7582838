import { type ImportFile, mapImportFile, readImport } from '@vialkeep/contract/imports.ts';
import type { ImportId } from '@vialkeep/contract/kernel/ids.ts';
import { useRef, useState } from 'react';
import { useCommand } from '../../../kernel/api/query.ts';
import { type ColumnMapping, mappingOf } from './column-mapping.ts';

/**
 * The mapping of a file, saved with each change. A change during a save is sent after it, so the last one stands; after
 * a failure the choices stay on the screen.
 */
export function useMapping(importId: ImportId, file: ImportFile) {
  const [chosen, setChosen] = useState<ColumnMapping | null>(null);
  const unsent = useRef<ColumnMapping | null>(null);
  const isSending = useRef(false);
  const command = useCommand(mapImportFile, { refreshes: [readImport] });

  async function save(): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    let isSaved = true;
    for (let next = unsent.current; next !== null && isSaved; next = unsent.current) {
      unsent.current = null;
      isSaved = (await command.run({ params: { id: importId, fileId: file.id }, body: next })) !== null;
      // What was refused is sent again with the next change, or on 'Try again'.
      if (!isSaved) unsent.current ??= next;
    }
    isSending.current = false;
    if (isSaved) setChosen(null);
  }

  return {
    mapping: chosen ?? mappingOf(file),
    isSaving: command.busy,
    refusal: command.refusal,
    change: (mapping: ColumnMapping) => {
      setChosen(mapping);
      unsent.current = mapping;
      void save();
    },
    tryAgain: () => void save(),
  };
}
