import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { carriers, hidden, pngChunk, refusals } from '#tests/support/pictures/attacks.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { stopwatch } from '#tests/support/run/stopwatch.ts'
import { essentialsOf } from './essentials.ts'
import { squarePicture } from './square.ts'

const colour = { r: 200, g: 40, b: 40 }
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
const refused = (bytes: Uint8Array) =>
  expect(squarePicture(Buffer.from(bytes), 256)).rejects.toMatchObject({ name: 'PictureUnusable' })

/** A PNG that says it is `width` × `height` and holds that many zero bytes, whatever that unpacks to. */
function bomb(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(Math.min((Math.ceil(width / 8) + 1) * height, 20_000_000)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

describe('a picture becomes a small square of its middle', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('%s', async (kind) => {
    const drawn = await squarePicture(await plain(800, 300).toFormat(kind).toBuffer(), 256)
    const { format, width, height } = await sharp(drawn).metadata()
    expect({ format, width, height }).toEqual({ format: 'webp', width: 256, height: 256 })
    expect(drawn.length).toBeLessThan(30_000)
    const [red = 0, green = 0] = await sharp(drawn).raw().toBuffer()
    expect(red).toBeGreaterThan(180)
    expect(green).toBeLessThan(70)
  })

  test('upright as its camera meant it, and without what the camera wrote down', async () => {
    const half = await plain(100, 100).png().toBuffer()
    const turned = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#fff' } })
      .composite([{ input: half, left: 0, top: 0 }])
      .jpeg()
      .withExif({ IFD0: { Copyright: 'SECRET-CAMERA' }, IFD3: { GPSLatitude: '3/1 8/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await sharp(turned).metadata()).exif).toBeDefined()
    const drawn = await squarePicture(turned, 64)
    const { exif, xmp, icc, orientation } = await sharp(drawn).metadata()
    expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined])
    expect(drawn.includes('SECRET-CAMERA')).toBe(false)
    // The left half, turned a quarter to the right, is above.
    const [top, bottom] = await Promise.all(
      [2, 60].map((y) => sharp(drawn).extract({ left: 32, top: y, width: 1, height: 1 }).raw().toBuffer()),
    )
    expect(top![1]).toBeLessThan(90)
    expect(bottom![1]).toBeGreaterThan(200)
  })

  test('a broken one between whole ones does not stop the line', async () => {
    const whole = await plain(50, 50).png().toBuffer()
    const [first, second, third] = await Promise.allSettled(
      [whole, Buffer.from('x'), whole].map((bytes) => squarePicture(bytes, 64)),
    )
    expect([first!.status, second!.status, third!.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })
})

describe('what a picture carries beside its pixels reaches no decoder:', () => {
  test.each(Object.keys(carriers))('%s', async (name) => {
    const file = await carriers[name]!()
    expect(file.length).toBeLessThan(2_300_000)
    const { bytes, width } = essentialsOf(file)
    expect(bytes.includes(hidden)).toBe(false)
    expect(bytes.length).toBeLessThan(10_000)
    expect(await sharp(bytes).metadata()).toMatchObject({ width })
  })

  test('and those that took gigabytes are drawn as any other', async () => {
    const drawn = await squarePicture(await carriers['a PNG of 2 MB with forty texts of 50 MB']!(), 64)
    expect((await sharp(drawn).metadata()).width).toBe(64)
  })
})

describe('the largest that are taken are drawn within the limits of a decoder:', () => {
  const large = () =>
    sharp({ create: { width: 4_000, height: 4_000, channels: 4, background: { ...colour, alpha: 0.5 } } })
  const largest: [string, () => Promise<Buffer>][] = [
    ['PNG, interlaced, 16 bits', () => large().toColourspace('rgb16').png({ progressive: true }).toBuffer()],
    [
      'JPEG, progressive, to be turned',
      () =>
        large()
          .withMetadata({ orientation: 5 })
          .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
          .toBuffer(),
    ],
    ['WebP', () => large().webp({ effort: 0 }).toBuffer()],
    ['WebP without loss', () => large().webp({ effort: 0, lossless: true }).toBuffer()],
  ]
  // the first one takes most memory; a soak draws them all
  test.each(soaking ? largest : largest.slice(0, 1))('%s', async (_, make) => {
    expect((await sharp(await squarePicture(await make(), 64)).metadata()).width).toBe(64)
  })
})

const kinds = ['jpeg', 'png', 'webp'] as const

/** What a file says of it is read from every kind; what is drawn of that is the same for all, so that they take turns. */
test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'orientation %i is read from every kind of file, and brought upright',
  async (orientation) => {
    const quarters = Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255])
    const corners = () =>
      sharp(quarters, { raw: { width: 2, height: 2, channels: 3 } }).resize(80, 80, { kernel: 'nearest' })
    const wanted = await sharp(await corners().withMetadata({ orientation }).png().toBuffer())
      .autoOrient()
      .resize(2, 2, { kernel: 'nearest' })
      .raw()
      .toBuffer()
    for (const [index, kind] of kinds.entries()) {
      const file = await corners().withMetadata({ orientation }).toFormat(kind, { quality: 95 }).toBuffer()
      expect(essentialsOf(file).orientation).toBe(orientation)
      if (!soaking && index !== orientation % kinds.length) continue
      const drawn = await sharp(await squarePicture(file, 40))
        .resize(2, 2, { kernel: 'nearest' })
        .raw()
        .toBuffer()
      const rounded = [...drawn].map((value) => (value > 128 ? 255 : 0))
      expect(rounded).toEqual([...wanted])
    }
  },
)

describe('no decoder sees:', () => {
  test.each(Object.keys(refusals))('%s', async (name) => {
    const file = await refusals[name]!()
    expect(() => essentialsOf(file)).toThrow(expect.objectContaining({ name: 'PictureUnusable' }))
  })
})

describe('is refused:', () => {
  test.each([
    ['nothing', ''],
    ['a drawing in SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page that calls itself a picture', '<html><script>alert(1)</script></html>'],
    ['a page behind the mark of a PNG', '\x89PNG\r\n\x1a\n<html><script>alert(1)</script>'],
    ['the mark of a JPEG and no more', '\xff\xd8\xff'],
    ['a PDF', '%PDF-1.7\n1 0 obj'],
    ['a GIF', 'GIF89a\x01\x00\x01\x00\x80\x00\x00'],
    ['an archive', 'PK\x03\x04'],
  ])('%s', async (_, text) => {
    await refused(Buffer.from(text, 'latin1'))
  })

  test('a TIFF, a GIF and an AVIF that are whole', async () => {
    for (const kind of ['tiff', 'gif', 'avif'] as const)
      await refused(await plain(20, 20).toFormat(kind).toBuffer())
  })

  test('one that was cut off', async () => {
    const whole = await sharp({
      create: {
        width: 600,
        height: 600,
        channels: 3,
        background: colour,
        noise: { type: 'gaussian', sigma: 30, mean: 120 },
      },
    })
      .jpeg()
      .toBuffer()
    await refused(whole.subarray(0, whole.length / 2))
    const png = await plain(600, 600).png().toBuffer()
    await refused(png.subarray(0, png.length - 40))
  })

  test('one with more pixels on a side than anybody needs', async () => {
    await refused(await plain(4_001, 10).png().toBuffer())
    await refused(await plain(10, 4_001).jpeg().toBuffer())
  })

  test('a small file that unpacks to billions of pixels, at once', async () => {
    const small = bomb(60_000, 60_000)
    expect(small.length).toBeLessThan(100_000)
    const watch = stopwatch()
    const before = process.memoryUsage().rss
    await refused(small)
    watch.within(2_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
    await refused(bomb(2 ** 31 - 1, 2))
  })
})
