import { readFile, stat } from 'node:fs/promises'
import type { Files } from '#app/integrations/files/file-store.ts'
import { FileMissing } from '#app/integrations/files/key.ts'
import { essentialsOf } from '#app/integrations/pictures/essentials.ts'
import { productFile } from '#app/print/product-file.ts'

/** A larger picture would make every receipt heavier than the rest of it. */
const largest = 300_000

/** The pictures that browsers and Chromium's printer know, by how they begin. */
const kinds: [type: string, begins: RegExp][] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/webp', /^RIFF....WEBP/s],
  ['image/svg+xml', /^\s*(<\?xml[^>]*>\s*)?<svg[\s>]/],
]

/** Told of a logo whose file is not there. */
type Gone = (logo: string) => void

/**
 * An organisation's logo. `logo` is an address below `public/` (a demo's logo, which may be a drawing) or a key in the
 * organisation's files, of which only the pixels are taken. Null when there is none, or none that can be shown: a
 * receipt must not wait for a picture.
 */
export async function logoFile(
  logo: string | null,
  files: Pick<Files, 'get'>,
  gone: Gone = () => {},
): Promise<Buffer | null> {
  if (!logo) return null
  const own = logo.startsWith('/')
  const bytes = await (own ? publicFile(logo) : files.get(logo)).catch((error) => {
    if (!isMissing(error)) throw error
    gone(logo)
    return undefined
  })
  if (!bytes || bytes.length > largest) return null
  if (own) return bytes
  try {
    return essentialsOf(bytes).bytes
  } catch {
    return null
  }
}

/** As {@link logoFile}, as a `data:` address. */
export async function logoImage(
  logo: string | null,
  files: Pick<Files, 'get'>,
  gone?: Gone,
): Promise<string | null> {
  const bytes = await logoFile(logo, files, gone)
  const head = bytes?.subarray(0, 300).toString('latin1') ?? ''
  const [type] = kinds.find(([, begins]) => begins.test(head)) ?? []
  return bytes && type ? `data:${type};base64,${bytes.toString('base64')}` : null
}

async function publicFile(path: string): Promise<Buffer | undefined> {
  if (!/^(\/[a-z0-9][a-z0-9_-]*)+\.[a-z0-9]+$/.test(path)) return undefined
  const file = productFile(`public${path}`)
  const { size } = await stat(file)
  return size > largest ? undefined : readFile(file)
}

const isMissing = (error: NodeJS.ErrnoException) => error.code === 'ENOENT' || error instanceof FileMissing
