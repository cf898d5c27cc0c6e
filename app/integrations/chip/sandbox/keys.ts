import { generateKeyPair } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** RSA-2048, both PEM. */
export interface Pair {
  private: string
  public: string
}

/** The company's keys differ between test and live; `hook` signs for webhooks; nobody has published `stranger`. */
const keyNames = ['test', 'live', 'hook', 'stranger', 'rotated'] as const
export type Keys = Record<(typeof keyNames)[number], Pair>

/** `<directory>/<name>.json`, made on the first start. */
export async function openKeys(directory: string): Promise<Keys> {
  await mkdir(directory, { recursive: true })
  const pairs = await Promise.all(keyNames.map((name) => open(join(directory, `${name}.json`))))
  return Object.fromEntries(keyNames.map((name, index) => [name, pairs[index]])) as Keys
}

async function open(file: string): Promise<Pair> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Pair
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const pair = await make()
    await write(file, JSON.stringify(pair))
    return pair
  }
}

async function make(): Promise<Pair> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return { private: privateKey, public: publicKey }
}

/** Nobody may ever read half a file. */
export async function write(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
