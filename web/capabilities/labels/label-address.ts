import { isWebAddress } from '@vialkeep/contract/kernel/web-address.ts';

/** The address of a label's file. The file session cookie authorises the read (S-18). */
export function labelAddress(file: string): string {
  return `/media/fedex-label/${encodeURIComponent(file)}`;
}

/** Validates an address again before it becomes a link (T53). */
export function trackingAddress(link: string): string | null {
  return isWebAddress(link) ? link : null;
}
