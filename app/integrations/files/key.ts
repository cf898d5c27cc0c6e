import { randomBytes } from 'node:crypto'

export class FileMissing extends Error {
  override name = 'FileMissing'
}

/** Nobody can guess it (160 random bits); spread over 256 folders. `extension` without the dot. */
export function newFileKey(extension: string): string {
  const name = randomBytes(20).toString('hex')
  return `${name.slice(0, 2)}/${name}.${extension}`
}

/** Only plain names: no dots at the front, no way up, nothing absolute, no odd character. */
export function checkFileKey(key: string): string {
  if (key.length > 200 || !/^([a-z0-9][a-z0-9_-]*\/)*[a-z0-9][a-z0-9_-]*(\.[a-z0-9]+)*$/.test(key)) {
    throw new Error(`not a key of a file: ${JSON.stringify(key.slice(0, 200))}`)
  }
  return key
}
