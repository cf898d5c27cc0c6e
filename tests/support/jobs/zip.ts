import { inflateRawSync } from 'node:zlib'

/** The files in a zip, as text, by the directory at its end. */
export function unzipped(zip: Buffer): string {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'))
  const texts: string[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    const packed = zip.readUInt32LE(at + 20)
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + packed)
    texts.push((zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(bytes) : bytes).toString())
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return texts.join('\n')
}
