import { jpegEssentials } from './jpeg.ts'
import { type Essentials, PictureUnusable } from './picture.ts'
import { pngEssentials } from './png.ts'
import { webpEssentials } from './webp.ts'

export const longestSide = 4_000

/**
 * A JPEG, PNG or WebP put together anew from the parts that hold its pixels: no text, colour profile, thumbnail, second
 * picture or hidden archive reaches a decoder. Reads each byte once at the most and unpacks nothing. Refuses
 * (PictureUnusable) any other kind, what moves, what is cut off, and more than {@link longestSide} pixels on a side.
 */
export function essentialsOf(file: Buffer, most = longestSide): Essentials {
  const picture = kindOf(file)?.(file)
  if (!picture) throw new PictureUnusable('no whole JPEG, PNG or WebP')
  const { width, height } = picture
  if (width < 1 || height < 1) throw new PictureUnusable('no pixels')
  if (width > most || height > most) throw new PictureUnusable('too many pixels')
  return picture
}

function kindOf(file: Buffer): ((file: Buffer) => Essentials | undefined) | undefined {
  if (file.toString('hex', 0, 3) === 'ffd8ff') return jpegEssentials
  if (file.toString('hex', 0, 8) === '89504e470d0a1a0a') return pngEssentials
  if (file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP')
    return webpEssentials
  return undefined
}
