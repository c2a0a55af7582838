import { useLocation } from '@tanstack/react-router';

/** The key in an email link; '' if the link is truncated. */
export function useLetterKey(): string {
  return new URLSearchParams(useLocation().searchStr).get('key') ?? '';
}
