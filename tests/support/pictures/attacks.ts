import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** In every text and profile that is hidden in a picture here: none of it may reach a decoder or the result. */
export const hidden = 'HIDDEN-PAYLOAD'

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c82828' } })

/** 50 MB of a text, in as many bytes as make 1.9 MB of forty of them. */
function unpacksTo50Mb(): Buffer {
  packed ??= deflateSync(Buffer.concat([Buffer.from(hidden), Buffer.alloc(50_000_000)]))
  return packed
}
let packed: Buffer | undefined

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}

/** A PNG with these chunks after its header. */
export async function pngWith(...chunks: Buffer[]): Promise<Buffer> {
  const whole = await plain(300, 200).png().toBuffer()
  return Buffer.concat([whole.subarray(0, 33), ...chunks, whole.subarray(33)])
}

function jpegSegment(kind: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, kind, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

async function jpegWith(...segments: Buffer[]): Promise<Buffer> {
  const whole = await plain(300, 200).jpeg().toBuffer()
  return Buffer.concat([whole.subarray(0, 2), ...segments, whole.subarray(2)])
}

/** Says that it has these sides; its pixels are those of a small one. */
export async function jpegThatSays(width: number, height: number): Promise<Buffer> {
  const whole = await plain(300, 200).jpeg().toBuffer()
  const frame = whole.indexOf(Buffer.from([0xff, 0xc0]))
  whole.writeUInt16BE(height, frame + 5)
  whole.writeUInt16BE(width, frame + 7)
  return whole
}

/** A progressive JPEG whose last scan comes again and again; each goes over all pixels. */
export async function jpegOfScans(count: number): Promise<Buffer> {
  const whole = await plain(2_000, 2_000).jpeg({ progressive: true }).toBuffer()
  const scan = whole.subarray(whole.lastIndexOf(Buffer.from([0xff, 0xda])), whole.length - 2)
  return Buffer.concat([whole.subarray(0, -2), ...Array<Buffer>(count).fill(scan), whole.subarray(-2)])
}

function webpChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** The extended form (VP8X), with these chunks before and after its pixels. */
async function webpWith(
  before: Buffer[],
  { after = [], flags = 0, side = 300 }: { after?: Buffer[]; flags?: number; side?: number } = {},
): Promise<Buffer> {
  const simple = await plain(300, 200).webp().toBuffer()
  const canvas = Buffer.alloc(10)
  canvas[0] = flags
  canvas.writeUIntLE(side - 1, 4, 3)
  canvas.writeUIntLE(side === 300 ? 199 : side - 1, 7, 3)
  const chunks = Buffer.concat([webpChunk('VP8X', canvas), ...before, simple.subarray(12), ...after])
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(chunks.length + 4, 4)
  return Buffer.concat([head, chunks])
}

const profile = (bytes: number) => Buffer.from(hidden.repeat(Math.ceil(bytes / hidden.length)))
const many = (count: number, piece: Buffer) => Array<Buffer>(count).fill(piece)

type Makers = Record<string, () => Promise<Buffer>>

/** Several files of tests send the same ones, some of which take long to make; nobody changes what he gets. */
function madeOnce(makers: Makers): Makers {
  return Object.fromEntries(
    Object.entries(makers).map(([name, make]) => {
      let made: Promise<Buffer> | undefined
      return [name, () => (made ??= make())]
    }),
  )
}

/** Whole pictures that carry something: they are taken, and nothing of what they carry. */
export const carriers = madeOnce({
  'a PNG of 2 MB with forty texts of 50 MB': () =>
    pngWith(...many(40, pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), unpacksTo50Mb()])))),
  'a PNG with an international text of 50 MB': () =>
    pngWith(pngChunk('iTXt', Buffer.concat([Buffer.from('a\0\x01\0\0\0'), unpacksTo50Mb()]))),
  'a PNG with a colour profile of 50 MB': () =>
    pngWith(pngChunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), unpacksTo50Mb()]))),
  'a PNG with 60,000 texts': () => pngWith(...many(60_000, pngChunk('tEXt', Buffer.from(`a\0${hidden}`)))),
  'a PNG with further frames': () =>
    pngWith(pngChunk('acTL', Buffer.alloc(8, 1)), ...many(100, pngChunk('fdAT', profile(10_000)))),
  'a PNG with an archive behind its end': async () =>
    Buffer.concat([await pngWith(), Buffer.from(`PK${hidden}`)]),
  'a JPEG with a colour profile of 1.6 MB': () => jpegWith(...many(25, jpegSegment(0xe2, profile(65_000)))),
  'a JPEG with 100,000 segments': () => jpegWith(...many(100_000, jpegSegment(0xe5, Buffer.from(hidden)))),
  'a JPEG with comments and a preview': () =>
    jpegWith(jpegSegment(0xfe, profile(60_000)), jpegSegment(0xe1, profile(60_000))),
  'a JPEG with a page behind its end': async () =>
    Buffer.concat([await jpegWith(), Buffer.from(`<script>${hidden}</script>`)]),
  'a JPEG that is an archive too': () => jpegWith(jpegSegment(0xef, Buffer.from(`PK\x03\x04${hidden}`))),
  'a WebP with a colour profile of 1.5 MB': () =>
    webpWith([webpChunk('ICCP', profile(1_500_000))], { flags: 0x20 }),
  'a WebP with what its camera wrote, 1.5 MB': () =>
    webpWith([], {
      after: [webpChunk('EXIF', profile(1_000_000)), webpChunk('XMP ', profile(500_000))],
      flags: 0x0c,
    }),
  'a WebP with 80,000 chunks that nobody knows': () =>
    webpWith([], { after: many(80_000, webpChunk('JUNK', Buffer.from(hidden))) }),
  'a WebP with an archive behind its end': async () =>
    Buffer.concat([await plain(30, 30).webp().toBuffer(), Buffer.from(`PK${hidden}`)]),
})

/** What no decoder gets to see. */
export const refusals = madeOnce({
  'a JPEG of 65,000 pixels on a side': () => jpegThatSays(65_000, 65_000),
  'a JPEG without height': () => jpegThatSays(300, 0),
  'a JPEG of 2,000 scans': () => jpegOfScans(2_000),
  'a JPEG with two frames': async () => {
    const whole = await jpegWith()
    const frame = whole.indexOf(Buffer.from([0xff, 0xc0]))
    return Buffer.concat([whole.subarray(0, frame), whole.subarray(frame, frame + 19), whole.subarray(frame)])
  },
  'a JPEG of an odd kind': async () => {
    const whole = await jpegWith()
    whole[whole.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc9
    return whole
  },
  'a JPEG whose segment goes beyond its end': () => jpegWith(Buffer.from([0xff, 0xe2, 0xff, 0xff])),
  'a JPEG that is cut off': async () => (await jpegWith()).subarray(0, -10),
  'a PNG whose chunk goes beyond its end': () => pngWith(Buffer.from('7fffffff7a545874', 'hex')),
  'a PNG with a chunk without which it cannot be read': () => pngWith(pngChunk('EVIL', profile(10))),
  'a PNG that is cut off': async () => (await pngWith()).subarray(0, -20),
  'a WebP that moves': () => webpWith(many(500, webpChunk('ANMF', profile(1_000))), { flags: 0x02 }),
  'a WebP that says nothing of moving and does': () => webpWith([webpChunk('ANIM', Buffer.alloc(6))]),
  'a WebP on a canvas of 16,000 × 16,000': () => webpWith([], { side: 16_000 }),
  'a WebP with two pictures': async () => webpWith([(await plain(9, 9).webp().toBuffer()).subarray(12)]),
  'a WebP whose chunk goes beyond its end': () => webpWith([Buffer.from('JUNK\xff\xff\xff\x7f', 'latin1')]),
  'a WebP that is cut off': async () => (await plain(300, 200).webp().toBuffer()).subarray(0, -20),
  'an icon': async () => Buffer.from('000001000100ffff00000100200030000000160000', 'hex'),
  'an icon with a PNG inside': async () =>
    Buffer.concat([Buffer.from('00000100010010100000010020006800000016000000', 'hex'), await pngWith()]),
  'a GIF that moves': () =>
    sharp(Buffer.alloc(20 * 60 * 3, 1), { raw: { width: 20, height: 60, channels: 3, pageHeight: 20 } })
      .gif()
      .toBuffer(),
  'a drawing in SVG': async () =>
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  'a drawing in SVG, packed': async () =>
    deflateSync(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
  'a page behind the mark of a JPEG': async () =>
    Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF\0<html><script>', 'latin1'),
  'a bitmap': async () => Buffer.from('424d46000000000000003600000028000000', 'hex'),
})
