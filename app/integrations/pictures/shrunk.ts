import { decode } from '#app/integrations/decoding/decode.ts'

const decoder = '#app/integrations/pictures/shrunk-decoder.ts'
const limits = { bytes: 300_000_000, seconds: 10, resultBytes: 200_000 }

/**
 * A picture (its essentials, or a drawing of the product itself) as a PNG of at most so many pixels. Refuses
 * (Undecodable) what cannot be read, and (LineFull) while too many pictures wait.
 */
export function shrunkPng(bytes: Buffer, { width, height }: { width: number; height: number }) {
  return decode(decoder, bytes, { args: [String(width), String(height)], limits })
}
