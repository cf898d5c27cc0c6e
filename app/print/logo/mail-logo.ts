import { createHash } from 'node:crypto'
import { Undecodable } from '#app/integrations/decoding/decode.ts'
import type { Files } from '#app/integrations/files/file-store.ts'
import { shrunkPng } from '#app/integrations/pictures/shrunk.ts'
import { logoFile } from './logo.ts'

export interface MailLogo {
  bytes: Buffer
  /** As it is shown, in pixels; the picture has twice as many, for fine screens. */
  width: number
  height: number
}

const shown = { width: 160, height: 48 }

/** By what the file holds, so that it does not matter whose it is. */
const made = new Map<string, MailLogo | null>()
const mostKept = 200

/**
 * An organisation's logo as mail programs show it: a small PNG, since few know drawings or WebP. Null when there is none
 * or none can be made of it: a mail does not wait for a picture.
 */
export async function mailLogo(logo: string | null, files: Pick<Files, 'get'>): Promise<MailLogo | null> {
  const file = await logoFile(logo, files)
  if (!file) return null
  const key = createHash('sha256').update(file).digest('base64')
  const known = made.get(key)
  if (known !== undefined) return known
  const drawn = await draw(file)
  if (made.size >= mostKept) made.clear()
  made.set(key, drawn)
  return drawn
}

async function draw(file: Buffer): Promise<MailLogo | null> {
  try {
    const bytes = await shrunkPng(file, { width: shown.width * 2, height: shown.height * 2 })
    // Every PNG says its sides there (ISO/IEC 15948 §11.2.1).
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
    return { bytes, width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
  } catch (error) {
    if (error instanceof Undecodable) return null
    throw error
  }
}
