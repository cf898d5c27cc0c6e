import sharp from 'sharp'
import { onlyReaders } from './readers.ts'

// Besides pictures, drawings of the product itself; what people send is never one (essentials.ts).
onlyReaders('Jpeg', 'Png', 'Webp', 'Svg')

/** A picture as a PNG that fits into so many pixels; the arguments are width and height. */
export async function run(bytes: Buffer, [width, height]: readonly string[]): Promise<Uint8Array> {
  // A drawing has the size that its units say, three times as fine here as on a screen.
  return sharp(bytes, { density: 216, failOn: 'error', pages: 1 })
    .resize({ width: Number(width), height: Number(height), fit: 'inside' })
    .png({ palette: true })
    .toBuffer()
}
