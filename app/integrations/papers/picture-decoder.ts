import sharp from 'sharp'
import { onlyReaders } from '#app/integrations/pictures/readers.ts'
import { upright } from '#app/integrations/pictures/upright.ts'

onlyReaders('Jpeg', 'Png', 'Webp')

/** A picture as a JPEG that fits into a square; the arguments are its side, the orientation, and the most that may come. */
export async function run(bytes: Buffer, [side, orientation, most]: readonly string[]): Promise<Uint8Array> {
  return upright(
    sharp(bytes, { limitInputPixels: Number(most) ** 2, failOn: 'error', pages: 1 }),
    orientation!,
  )
    .resize({ width: Number(side), height: Number(side), fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 80 })
    .toBuffer()
}
