import { readImportUndo } from '@vialkeep/contract/import-afterwards.ts';
import type { Import } from '@vialkeep/contract/imports.ts';
import { useApi } from '../../../kernel/api/query.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { WarningNote } from '../../../ui/feedback/warning-note.tsx';
import { importsTexts } from '../imports.texts.ts';
import { BuiltUponList } from './built-upon-list.tsx';

/** What stayed of an import, because something was built upon it while it was undone. */
export function UndoneInPart({ of }: { of: Import }) {
  const kept = useApi(readImportUndo, { params: { id: of.id } });
  return (
    <WarningNote>
      {importsTexts.afterwards.undoneInPart}
      <Loaded query={kept} loading={importsTexts.undo.loading} failed={importsTexts.undo.failed}>
        {({ built_upon }) => <BuiltUponList items={built_upon} />}
      </Loaded>
    </WarningNote>
  );
}
