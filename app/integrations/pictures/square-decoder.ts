import sharp from 'sharp'
import { onlyReaders } from './readers.ts'
import { upright } from './upright.ts'

onlyReaders('Jpeg', 'Png', 'Webp')

/** The middle of a picture as a WebP; the arguments are its side and the orientation of what comes. */
export async function run(bytes: Buffer, [side, orientation, most]: readonly string[]): Promise<Uint8Array> {
  return upright(
    sharp(bytes, { limitInputPixels: Number(most) ** 2, failOn: 'error', pages: 1 }),
    orientation!,
  )
    .resize(Number(side), Number(side), { fit: 'cover' })
    .webp({ quality: 80 })
    .toBuffer()
}
