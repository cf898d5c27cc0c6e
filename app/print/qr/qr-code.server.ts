import { create } from 'qrcode'
import { outlineOf } from './outline.ts'

/** A QR code as one path in a square of `size` modules, quiet zone included; drawn by {@link QrCode}. */
export interface QrImage {
  size: number
  path: string
}

/** Modules of white that a reader needs around the code (ISO/IEC 18004). */
const quietZone = 4

/** The QR code of an address, with error correction that survives a folded sheet (level M). */
export function qrCode(text: string): QrImage {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  return { size: modules.size + 2 * quietZone, path: outlineOf(modules, quietZone) }
}
