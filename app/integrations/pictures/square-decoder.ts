import sharp from 'sharp'
import { onlyReaders } from './readers.ts'

onlyReaders('Jpeg', 'Png', 'Webp')

/** What brings a picture of each EXIF orientation upright: mirrored from left to right, then turned clockwise. */
const upright: Record<string, [degrees: number, mirrored: boolean]> = {
  1: [0, false],
  2: [0, true],
  3: [180, false],
  4: [180, true],
  5: [270, true],
  6: [90, false],
  7: [90, true],
  8: [270, false],
}

/**
 * A picture as a WebP; the arguments are its side, the orientation of what comes, and whether its middle is wanted as a
 * square (`cover`) or all of it, no larger than that (`inside`).
 */
export async function run(
  bytes: Buffer,
  [side, orientation, most, fit]: readonly string[],
): Promise<Uint8Array> {
  const [degrees, mirrored] = upright[orientation!]!
  const turned = sharp(bytes, { limitInputPixels: Number(most) ** 2, failOn: 'error', pages: 1 }).rotate(
    degrees,
  )
  return (mirrored ? turned.flop() : turned)
    .resize(Number(side), Number(side), {
      fit: fit === 'inside' ? 'inside' : 'cover',
      withoutEnlargement: fit === 'inside',
    })
    .webp({ quality: 80 })
    .toBuffer()
}
