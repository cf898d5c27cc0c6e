import { X509Certificate } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generate } from 'selfsigned'

/** RSA-2048 and its X.509 certificate, both PEM. */
export interface Pair {
  key: string
  certificate: string
}

/**
 * The sandbox's keys. Files under `directory`, made on the first start:
 *
 * | file | holds | for |
 * | `merchant/<exchange>.key` | the merchant's private key | the merchant's client |
 * | `merchant/<exchange>.cer` | its certificate: its registration | the sandbox |
 * | `published/fpxuat_current.cer` | what FPX signs with | the merchant's client |
 * | `published/fpxuat_next.cer` | what FPX will sign with; valid already | the merchant's client |
 * | `published/fpxuat_previous.cer` | what FPX used to sign with; ended a year ago | the merchant's client |
 * | `private/fpxuat_*.key` | the keys of those three | the sandbox |
 */
export interface Keys {
  /** By registered exchange. */
  exchanges: ReadonlyMap<string, string>
  current: Pair
  next: Pair
  previous: Pair
  /** Nobody has registered it: for forgeries. */
  stranger: Pair
}

const DAY = 86_400_000
const YEAR = 365 * DAY

/** Makes those that are missing, and rolls over when the current certificate has a month left. */
export async function openKeys(directory: string, exchangeId: string, now: number): Promise<Keys> {
  const folders = ['merchant', 'published', 'private'].map((name) => join(directory, name))
  await Promise.all(folders.map((folder) => mkdir(folder, { recursive: true })))

  const own = (name: string) =>
    [
      join(directory, 'private', `fpxuat_${name}.key`),
      join(directory, 'published', `fpxuat_${name}.cer`),
    ] as const
  const [merchant, previous, current, next, stranger] = await Promise.all([
    open(
      join(directory, 'merchant', `${exchangeId}.key`),
      join(directory, 'merchant', `${exchangeId}.cer`),
      () => make(exchangeId, now - DAY, now + 10 * YEAR),
    ),
    open(...own('previous'), () => make('FPX sandbox, previous', now - 3 * YEAR, now - YEAR)),
    open(...own('current'), () => make('FPX sandbox, current', now - YEAR, now + 2 * YEAR)),
    open(...own('next'), () => make('FPX sandbox, next', now - DAY, now + 4 * YEAR)),
    make('stranger', now - DAY, now + DAY),
  ])
  const keys = { exchanges: new Map([[exchangeId, merchant.certificate]]), previous, current, next, stranger }
  if (new X509Certificate(current.certificate).validToDate.getTime() - now > 30 * DAY) return keys

  const later = await make('FPX sandbox, next', now - DAY, now + 4 * YEAR)
  await Promise.all([save(next, ...own('current')), save(later, ...own('next'))])
  return { ...keys, current: next, next: later }
}

async function open(keyFile: string, certificateFile: string, create: () => Promise<Pair>): Promise<Pair> {
  try {
    const [key, certificate] = await Promise.all([
      readFile(keyFile, 'utf8'),
      readFile(certificateFile, 'utf8'),
    ])
    return { key, certificate }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const pair = await create()
    await save(pair, keyFile, certificateFile)
    return pair
  }
}

async function make(commonName: string, notBefore: number, notAfter: number): Promise<Pair> {
  const made = await generate([{ name: 'commonName', value: commonName }], {
    keySize: 2048,
    algorithm: 'sha256',
    notBeforeDate: new Date(notBefore),
    notAfterDate: new Date(notAfter),
  })
  return { key: made.private, certificate: made.cert }
}

async function save(pair: Pair, keyFile: string, certificateFile: string): Promise<void> {
  await write(keyFile, pair.key, 0o600)
  await write(certificateFile, pair.certificate, 0o644)
}

/** Nobody may ever read half a file: the merchant's client starts at the same time. */
export async function write(file: string, text: string, mode: number): Promise<void> {
  await writeFile(`${file}.new`, text, { mode })
  await rename(`${file}.new`, file)
}
