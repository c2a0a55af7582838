import { isWebAddress } from '@vialkeep/contract/kernel/web-address.ts';

/** Where a label is read. The cookie of the file session says who reads (S-18). */
export function labelAddress(file: string): string {
  return `/media/fedex-label/${encodeURIComponent(file)}`;
}

/** T53: an address is asked once more before it becomes a link. */
export function trackingAddress(link: string): string | null {
  return isWebAddress(link) ? link : null;
}
