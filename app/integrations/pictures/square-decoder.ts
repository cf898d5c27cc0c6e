import sharp from 'sharp'
import { onlyReaders } from './readers.ts'
import { upright } from './upright.ts'

onlyReaders('Jpeg', 'Png', 'Webp')

/**
 * A picture as a WebP; the arguments are width, height, whether its middle covers them (`cover`) or all of it stands in
 * them (`inside`), and the orientation of what comes.
 */
export async function run(bytes: Buffer, args: readonly string[]): Promise<Uint8Array> {
  const [width, height, fit, orientation, most] = args
  return upright(
    sharp(bytes, { limitInputPixels: Number(most) ** 2, failOn: 'error', pages: 1 }),
    orientation!,
  )
    .resize(Number(width), Number(height), {
      fit: fit as 'cover' | 'inside',
      withoutEnlargement: fit === 'inside',
    })
    .webp({ quality: 80 })
    .toBuffer()
}
