import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { stopwatch } from '#tests/support/run/stopwatch.ts'
import { squarePicture } from './square.ts'

const colour = { r: 200, g: 40, b: 40 }
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
const refused = (bytes: Uint8Array) =>
  expect(squarePicture(Buffer.from(bytes), 256)).rejects.toMatchObject({ name: 'PictureUnusable' })

/** A PNG that says it is `width` × `height` and holds that many zero bytes, whatever that unpacks to. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const size = Buffer.alloc(4)
    size.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc(body))
    return Buffer.concat([size, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(Math.min((Math.ceil(width / 8) + 1) * height, 20_000_000)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
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

  test('of one that is as large as is taken', async () => {
    const drawn = await squarePicture(await plain(4_000, 4_000).jpeg().toBuffer(), 256)
    expect((await sharp(drawn).metadata()).width).toBe(256)
  })

  test('a broken one between whole ones does not stop the line', async () => {
    const whole = await plain(50, 50).png().toBuffer()
    const [first, second, third] = await Promise.allSettled(
      [whole, Buffer.from('x'), whole].map((bytes) => squarePicture(bytes, 64)),
    )
    expect([first!.status, second!.status, third!.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
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
