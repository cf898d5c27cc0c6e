import { decode, Undecodable } from '#app/integrations/decoding/decode.ts'
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
export const squarePicture = (file: Buffer, side: number) => redrawn(file, [side, side, 'cover'])

/** The same of the whole picture, made smaller where it would not fit into so many pixels. */
export const fittedPicture = (file: Buffer, { width, height }: { width: number; height: number }) =>
  redrawn(file, [width, height, 'inside'])

async function redrawn(file: Buffer, how: (string | number)[]): Promise<Buffer> {
  const { bytes, orientation } = essentialsOf(file)
  const args = [...how, orientation, longestSide].map(String)
  return decode(decoder, bytes, { args, limits }).catch((error: Error) => {
    throw error instanceof Undecodable ? new PictureUnusable(error.message) : error
  })
}
