/** A picture of the camera on its way to the worker that reads it: four bytes a pixel. */
export type Frame = { readonly pixels: ArrayBuffer; readonly width: number; readonly height: number };

/** The text comes with the prefix of its symbology, as from a scanner; null where the picture shows no code. */
export type FrameAnswer = { readonly outcome: 'looked'; readonly text: string | null } | { readonly outcome: 'failed' };
