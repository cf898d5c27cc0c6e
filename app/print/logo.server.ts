import { readFile, stat } from 'node:fs/promises'
import type { Files } from '#app/integrations/files/file-store.ts'
import { productFile } from './product-file.server.ts'

/** A larger picture would make every receipt heavier than the rest of it. */
const largest = 300_000

/** The pictures that browsers and Chromium's printer know, by how they begin. */
const kinds: [type: string, begins: RegExp][] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/webp', /^RIFF....WEBP/s],
  ['image/gif', /^GIF8/],
  ['image/svg+xml', /^\s*(<\?xml[^>]*>\s*)?<svg[\s>]/],
]

/**
 * An organisation's logo as a `data:` address. `logo` is an address below `public/` (a demo's logo) or a key in the
 * organisation's files. Null when there is none, or none that can be shown: a receipt must not wait for a picture.
 */
export async function logoImage(logo: string | null, files: Pick<Files, 'get'>): Promise<string | null> {
  if (!logo) return null
  const bytes = await (logo.startsWith('/') ? publicFile(logo) : files.get(logo)).catch(noneIfMissing)
  if (!bytes || bytes.length > largest) return null
  const head = bytes.subarray(0, 300).toString('latin1')
  const [type] = kinds.find(([, begins]) => begins.test(head)) ?? []
  return type ? `data:${type};base64,${bytes.toString('base64')}` : null
}

async function publicFile(path: string): Promise<Buffer | undefined> {
  if (!/^(\/[a-z0-9][a-z0-9_-]*)+\.[a-z0-9]+$/.test(path)) return undefined
  const file = productFile(`public${path}`)
  const { size } = await stat(file)
  return size > largest ? undefined : readFile(file)
}

function noneIfMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT' || error.name === 'FileMissing') return undefined
  throw error
}
