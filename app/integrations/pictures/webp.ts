import { orientationIn } from './orientation.ts'
import type { Essentials } from './picture.ts'

/** Bits of the first byte of VP8X. */
const flags = { animation: 0x02, alpha: 0x10 }

/**
 * Undefined of a WebP (RFC 9649) that is cut off, moves, or whose canvas is not its picture. What comes after its end is
 * left out.
 */
export function webpEssentials(file: Buffer): Essentials | undefined {
  const end = 8 + file.readUInt32LE(4)
  if (end > file.length) return undefined
  const chunks = new Map<string, Buffer>()
  let orientation = 1
  for (let at = 12; at + 8 <= end; ) {
    const type = file.toString('latin1', at, at + 4)
    const length = file.readUInt32LE(at + 4)
    if (at + 8 + length > end) return undefined
    const body = file.subarray(at + 8, at + 8 + length)
    if (type === 'ANIM' || type === 'ANMF') return undefined
    if (['VP8X', 'ALPH', 'VP8 ', 'VP8L'].includes(type)) {
      if (chunks.has(type)) return undefined
      chunks.set(type, body)
    } else if (type === 'EXIF') {
      orientation = orientationIn(body.toString('latin1', 0, 6) === 'Exif\0\0' ? body.subarray(6) : body)
    }
    at += 8 + length + (length % 2)
  }
  const lossy = chunks.get('VP8 ')
  const lossless = chunks.get('VP8L')
  const size = lossy && !lossless ? sizeOfLossy(lossy) : lossless && !lossy && sizeOfLossless(lossless)
  if (!size) return undefined
  const canvas = chunks.get('VP8X')
  if (canvas && !isCanvasOf(canvas, size)) return undefined
  const alpha = lossy && canvas && chunks.get('ALPH')
  const pixels = lossy ? chunk('VP8 ', lossy) : chunk('VP8L', lossless!)
  const parts = alpha ? [chunk('VP8X', alphaOnly(canvas)), chunk('ALPH', alpha), pixels] : [pixels]
  return { ...size, orientation, bytes: riff(Buffer.concat(parts)) }
}

interface Size {
  width: number
  height: number
}

/** From the header of a key frame, RFC 6386 §9.1. */
function sizeOfLossy(body: Buffer): Size | undefined {
  if (body.length < 10 || body[0]! & 1 || body.toString('hex', 3, 6) !== '9d012a') return undefined
  return { width: body.readUInt16LE(6) & 0x3fff, height: body.readUInt16LE(8) & 0x3fff }
}

function sizeOfLossless(body: Buffer): Size | undefined {
  if (body.length < 5 || body[0] !== 0x2f) return undefined
  const bits = body.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

function isCanvasOf(canvas: Buffer, { width, height }: Size): boolean {
  if (canvas.length < 10 || canvas[0]! & flags.animation) return false
  return canvas.readUIntLE(4, 3) + 1 === width && canvas.readUIntLE(7, 3) + 1 === height
}

function alphaOnly(canvas: Buffer): Buffer {
  const changed = Buffer.from(canvas.subarray(0, 10))
  changed[0] = flags.alpha
  return changed
}

function chunk(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}

function riff(chunks: Buffer): Buffer {
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(chunks.length + 4, 4)
  return Buffer.concat([head, chunks])
}
