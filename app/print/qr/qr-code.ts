import { create } from 'qrcode'
import { outlineOf } from './outline.ts'

/** A QR code as one path in a square of `size` modules, quiet zone included; drawn by {@link QrCode}. */
export interface QrImage {
  size: number
  path: string
}

/** Modules of white that a reader needs around the code (ISO/IEC 18004). */
const quietZone = 4

/** Figures or capitals in a row from which on they are shorter in a way of their own; a way costs less at either end. */
const worthAWay = new RegExp(
  ['\\d{6}', '@{10}', '^(?:\\d{3}|@{5})', '(?:\\d{3}|@{5})$', '^@+$']
    .join('|')
    .replaceAll('@', '[\\dA-Z $%*+\\-./:]'),
)

/** The QR code of an address, with error correction that survives a folded sheet (level M). */
export function qrCode(text: string): QrImage {
  return imageOf(worthAWay.test(text) ? text : [{ data: Buffer.from(text), mode: 'byte' }])
}

/** Of a text the shortest mixture of ways to write it is looked for, which takes as long as all the rest. */
function imageOf(given: Parameters<typeof create>[0]): QrImage {
  const { modules } = create(given, { errorCorrectionLevel: 'M' })
  return { size: modules.size + 2 * quietZone, path: outlineOf(modules, quietZone) }
}
