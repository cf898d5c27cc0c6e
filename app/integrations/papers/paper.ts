import { decode, Undecodable } from '#app/integrations/decoding/decode.ts'
import { essentialsOf } from '#app/integrations/pictures/essentials.ts'
import { PictureUnusable } from '#app/integrations/pictures/picture.ts'

/** Papers that people hand in: photographs of them, and PDFs. */

/** Phones take more pixels than anybody needs to read a certificate; it is drawn anew with so many on a side. */
const sides = { sent: 9_000, kept: 2_200 } as const
const pictureLimits = { bytes: 500_000_000, seconds: 15, resultBytes: 5_000_000 }
const pdfLimits = { bytes: 200_000_000, seconds: 10, resultBytes: 1_000 }

/** A PDF that does more than be read: scripts, files inside, forms that send, or a password. */
export class PaperActive extends Error {
  override name = 'PaperActive'
}

export interface CheckedPaper {
  bytes: Buffer
  contentType: 'image/jpeg' | 'application/pdf'
  extension: 'jpg' | 'pdf'
}

/** By its first bytes, whatever its name says. */
export function kindOfPaper(file: Buffer): 'picture' | 'pdf' | undefined {
  if (file.toString('latin1', 0, 5) === '%PDF-') return 'pdf'
  const isPicture =
    file.toString('hex', 0, 3) === 'ffd8ff' ||
    file.toString('hex', 0, 8) === '89504e470d0a1a0a' ||
    (file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP')
  return isPicture ? 'picture' : undefined
}

/**
 * A picture as a new JPEG, upright, with nothing of the old file but its pixels; a PDF as it is, when it can do nothing.
 * Refuses (PictureUnusable) what cannot be read, (PaperActive), and (LineFull) while too many files wait.
 */
export async function checkedPaper(file: Buffer): Promise<CheckedPaper> {
  return kindOfPaper(file) === 'pdf' ? checkedPdf(file) : redrawnPicture(file)
}

async function redrawnPicture(file: Buffer): Promise<CheckedPaper> {
  const { bytes, orientation } = essentialsOf(file, sides.sent)
  const args = [sides.kept, orientation, sides.sent].map(String)
  const drawn = await decode('#app/integrations/papers/picture-decoder.ts', bytes, {
    args,
    limits: pictureLimits,
  }).catch(unreadable)
  return { bytes: drawn, contentType: 'image/jpeg', extension: 'jpg' }
}

async function checkedPdf(file: Buffer): Promise<CheckedPaper> {
  const found = await decode('#app/integrations/papers/pdf-decoder.ts', file, { limits: pdfLimits }).catch(
    unreadable,
  )
  const what = found.toString('utf8')
  if (what !== '') throw new PaperActive(what)
  return { bytes: file, contentType: 'application/pdf', extension: 'pdf' }
}

function unreadable(error: Error): never {
  throw error instanceof Undecodable ? new PictureUnusable(error.message) : error
}
