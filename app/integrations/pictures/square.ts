import sharp from 'sharp'

/** Another kind of file, broken, or more pixels than anybody needs. */
export class PictureUnusable extends Error {
  override name = 'PictureUnusable'
}

export const longestSide = 4_000

// The other readers of the library are never used, whatever a file claims to be: SVG, PDF, TIFF and the like.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

/** The first bytes of the kinds that are taken. */
const beginnings: ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
]

/** One at a time: a picture of the largest size takes some 64 MB while it is read. */
let turn: Promise<unknown> = Promise.resolve()

/**
 * The middle of a JPEG, PNG or WebP as a new WebP, upright, with nothing of the old file but its pixels: no place, no
 * camera, no hidden archive. Refuses (PictureUnusable) anything else.
 */
export function squarePicture(bytes: Buffer, side: number): Promise<Buffer> {
  const drawn = turn.then(() => draw(bytes, side))
  turn = drawn.catch(() => {})
  return drawn
}

async function draw(bytes: Buffer, side: number): Promise<Buffer> {
  if (!beginnings.some((fits) => fits(bytes))) throw new PictureUnusable('no JPEG, PNG or WebP')
  try {
    const picture = sharp(bytes, { limitInputPixels: longestSide ** 2, failOn: 'error', pages: 1 })
    const { width, height } = await picture.metadata()
    if (width > longestSide || height > longestSide) throw new Error('too many pixels')
    return await picture.rotate().resize(side, side, { fit: 'cover' }).webp({ quality: 80 }).toBuffer()
  } catch (error) {
    throw new PictureUnusable((error as Error).message)
  }
}
