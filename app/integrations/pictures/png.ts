import { orientationIn } from './orientation.ts'
import type { Essentials } from './picture.ts'

/** Chunks that hold pixels; all others (text, colour profiles, times, further frames) are left out. */
const needed = ['PLTE', 'tRNS', 'IDAT', 'IEND']

/** Undefined of a PNG (ISO/IEC 15948) that is cut off, or begins with anything but its header. */
export function pngEssentials(file: Buffer): Essentials | undefined {
  if (file.length < 33 || file.toString('latin1', 12, 16) !== 'IHDR' || file.readUInt32BE(8) !== 13)
    return undefined
  const width = file.readUInt32BE(16)
  const height = file.readUInt32BE(20)
  const kept = [file.subarray(0, 33)]
  let orientation = 1
  for (let at = 33; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    const end = at + 12 + length
    if (end > file.length) return undefined
    if (needed.includes(type)) kept.push(file.subarray(at, end))
    else if (type === 'eXIf') orientation = orientationIn(file.subarray(at + 8, end - 4))
    // A capital letter in front says that the picture cannot be read without it.
    else if (/^[A-Z]/.test(type)) return undefined
    if (type === 'IEND') return { width, height, orientation, bytes: Buffer.concat(kept) }
    at = end
  }
  return undefined
}
