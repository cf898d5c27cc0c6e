import { decode } from '#app/integrations/decoding/decode.ts'
import { essentialsOf, longestSide } from './essentials.ts'
import { PictureUnusable } from './picture.ts'

const decoder = '#app/integrations/pictures/square-decoder.ts'

/**
 * The most that a picture of the largest size takes is some 150 MB (interlaced, 16 bits a channel) and a second.
 */
const limits = { bytes: 300_000_000, seconds: 10, resultBytes: 1_000_000 }

/**
 * The middle of a JPEG, PNG or WebP as a new WebP, upright, with nothing of the old file but its pixels: no place, no
 * camera, no hidden archive. Refuses (PictureUnusable) anything else, and (LineFull) while too many pictures wait.
 */
export async function squarePicture(file: Buffer, side: number): Promise<Buffer> {
  const { bytes, orientation } = essentialsOf(file)
  const args = [side, orientation, longestSide].map(String)
  return decode(decoder, bytes, { args, limits }).catch((error: Error) => {
    throw error.name === 'Undecodable' ? new PictureUnusable(error.message) : error
  })
}
