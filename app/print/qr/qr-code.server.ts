import { create } from 'qrcode'

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
  const runs: string[] = []
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) {
      if (!modules.get(y, x)) continue
      const from = x
      while (x + 1 < modules.size && modules.get(y, x + 1)) x++
      const width = x - from + 1
      runs.push(`M${from + quietZone} ${y + quietZone}h${width}v1h-${width}z`)
    }
  }
  return { size: modules.size + 2 * quietZone, path: runs.join('') }
}
