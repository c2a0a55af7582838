import { createContext, useContext, useEffect, useId } from 'react';

/** A holder of unsaved input: the page, or a modal on it. */
export type UnsavedScope = {
  mark(id: string, unsaved: boolean): void;
  hasUnsaved(): boolean;
  /** Drops the unsaved state without asking, because the session has ended. */
  forget(): void;
};

export function unsavedScope(around?: UnsavedScope): UnsavedScope {
  const marked = new Set<string>();
  return {
    mark(id, unsaved) {
      if (unsaved) marked.add(id);
      else marked.delete(id);
      around?.mark(id, unsaved);
    },
    hasUnsaved: () => marked.size > 0,
    forget: () => marked.clear(),
  };
}

/** The whole page, including modals. */
export const pageScope = unsavedScope();

export const UnsavedContext = createContext<UnsavedScope>(pageScope);

/**
 * While `unsaved` is true, leaving the page, closing the surrounding modal and reloading for a new version ask for
 * confirmation.
 */
export function useUnsaved(unsaved: boolean): void {
  const scope = useContext(UnsavedContext);
  const id = useId();
  useEffect(() => {
    scope.mark(id, unsaved);
    return () => scope.mark(id, false);
  }, [scope, id, unsaved]);
}

export const UNSAVED_QUESTION = {
  title: 'Leave without saving?',
  text: 'What you typed here has not been saved.',
  stay: 'Keep editing',
  leave: 'Leave',
} as const;
