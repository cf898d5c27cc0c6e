import decodeQr from 'qr/decode.js'
import sharp from 'sharp'
import { onlyReaders } from '#app/integrations/pictures/readers.ts'
import { upright } from '#app/integrations/pictures/upright.ts'

onlyReaders('Jpeg', 'Png', 'Webp')

/** Sides of the picture that are tried: a poster's code is lost in a small one, a blurred photograph's in a large one. */
const sides = [1_000, 600, 1_600]

/** The text of the one QR in a picture; the arguments are the orientation of what comes and the most pixels of a side. */
export async function run(bytes: Buffer, [orientation, most]: readonly string[]): Promise<Uint8Array> {
  for (const side of sides) {
    const { data, info } = await upright(
      sharp(bytes, { limitInputPixels: Number(most) ** 2, failOn: 'error', pages: 1 }),
      orientation!,
    )
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const text = read({ width: info.width, height: info.height, data: new Uint8Array(data) })
    if (text !== undefined) return Buffer.from(text, 'utf8')
  }
  throw new Error('no QR code in the picture')
}

function read(image: { width: number; height: number; data: Uint8Array }): string | undefined {
  try {
    return decodeQr(image)
  } catch {
    return undefined
  }
}
