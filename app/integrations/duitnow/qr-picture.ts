import { decode, Undecodable } from '#app/integrations/decoding/decode.ts'
import { essentialsOf } from '#app/integrations/pictures/essentials.ts'
import { type DuitNowQr, QrUnusable, readDuitNow } from './read-duitnow.ts'

const longestSide = 6_000
const limits = { bytes: 400_000_000, seconds: 15, resultBytes: 5_000 }

/**
 * The DuitNow QR in a JPEG, PNG or WebP that somebody sent, read in a process of its own. Refuses (PictureUnusable) what is
 * no such picture, (QrUnusable) one without a QR that can be read and what readDuitNow refuses, and (LineFull) while too many files
 * wait.
 */
export async function duitNowIn(file: Buffer): Promise<DuitNowQr> {
  const { bytes, orientation } = essentialsOf(file, longestSide)
  const args = [orientation, longestSide].map(String)
  const text = await decode('#app/integrations/duitnow/qr-decoder.ts', bytes, { args, limits }).catch(
    (error: Error) => {
      throw error instanceof Undecodable ? new QrUnusable('unreadable') : error
    },
  )
  return readDuitNow(text.toString('utf8'))
}
