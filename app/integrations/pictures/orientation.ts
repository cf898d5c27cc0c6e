/**
 * The orientation (tag 0x0112 of the first directory, Exif 2.32 §4.6.4) in the TIFF structure `exif`; 1, which is
 * upright, of one that does not say it or is broken.
 */
export function orientationIn(exif: Buffer): number {
  const order = exif.toString('latin1', 0, 4)
  const little = order === 'II*\0'
  if ((!little && order !== 'MM\0*') || exif.length < 10) return 1
  const short = (at: number) => (little ? exif.readUInt16LE(at) : exif.readUInt16BE(at))
  const start = little ? exif.readUInt32LE(4) : exif.readUInt32BE(4)
  if (start + 2 > exif.length) return 1
  const end = Math.min(start + 2 + short(start) * 12, exif.length - 11)
  for (let entry = start + 2; entry < end; entry += 12) {
    if (short(entry) !== 0x0112) continue
    const value = short(entry + 8)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}
