import { useLocation } from '@tanstack/react-router';

/** The key that a letter's link carries; '' where the link is not whole. */
export function useLetterKey(): string {
  return new URLSearchParams(useLocation().searchStr).get('key') ?? '';
}
