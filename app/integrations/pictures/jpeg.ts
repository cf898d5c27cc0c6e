import { orientationIn } from './orientation.ts'
import type { Essentials } from './picture.ts'

/** Markers of ITU-T T.81, table B.1. */
const marker = { frames: [0xc0, 0xc1, 0xc2], scan: 0xda, end: 0xd9, exif: 0xe1, adobe: 0xee } as const
/** Tables for the scans: Huffman, quantisation, restart interval. */
const tables = [0xc4, 0xdb, 0xdd]

/** A progressive picture has about ten. Each goes over all of its pixels, however few bytes it has. */
const mostScans = 40

/**
 * Undefined of a JPEG that is cut off, has no frame or several, or is of a kind that cameras and browsers do not make
 * (arithmetic, lossless, hierarchical). What comes after its end is left out.
 */
export function jpegEssentials(file: Buffer): Essentials | undefined {
  const kept = [file.subarray(0, 2)]
  let frame: { width: number; height: number } | undefined
  let orientation = 1
  let scans = 0
  for (let at = 2; at + 2 <= file.length; ) {
    if (file[at] !== 0xff) return undefined
    const kind = file[at + 1]!
    if (kind === 0xff) {
      at += 1
      continue
    }
    if (kind === marker.end) {
      kept.push(file.subarray(at, at + 2))
      return frame && scans > 0 ? { ...frame, orientation, bytes: Buffer.concat(kept) } : undefined
    }
    if (at + 4 > file.length) return undefined
    const end = at + 2 + file.readUInt16BE(at + 2)
    if (end < at + 4 || end > file.length) return undefined
    const body = file.subarray(at + 4, end)
    let next = end
    if (isFrame(kind)) {
      if (frame || body.length < 6) return undefined
      frame = { width: body.readUInt16BE(3), height: body.readUInt16BE(1) }
    } else if (kind === marker.scan) {
      scans += 1
      if (!frame || scans > mostScans) return undefined
      next = endOfScan(file, end)
    } else if (kind === marker.exif && body.toString('latin1', 0, 6) === 'Exif\0\0') {
      orientation = orientationIn(body.subarray(6))
    } else if (!tables.includes(kind) && !isLeftOut(kind)) {
      return undefined
    }
    if (isFrame(kind) || kind === marker.scan || tables.includes(kind) || saysColours(kind, body))
      kept.push(file.subarray(at, next))
    at = next
  }
  return undefined
}

const isFrame = (kind: number) => (marker.frames as readonly number[]).includes(kind)

/** Segments for programs (profiles, thumbnails, more pictures) and comments. */
const isLeftOut = (kind: number) => (kind >= 0xe0 && kind <= 0xef) || kind === 0xfe

/** Adobe's segment of twelve bytes, without which CMYK and RGB look wrong. */
const saysColours = (kind: number, body: Buffer) =>
  kind === marker.adobe && body.length === 12 && body.toString('latin1', 0, 5) === 'Adobe'

/** Where the packed pixels end: at the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(file: Buffer, from: number): number {
  let at = from
  for (;;) {
    at = file.indexOf(0xff, at)
    if (at < 0 || at + 1 >= file.length) return file.length
    const kind = file[at + 1]!
    if (kind !== 0 && kind !== 0xff && !(kind >= 0xd0 && kind <= 0xd7)) return at
    at += kind === 0xff ? 1 : 2
  }
}
