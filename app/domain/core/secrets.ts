import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { compact } from './invisible.ts'

/** `place` is the schema. */
export interface SecretColumn {
  place: string
  table: string
  column: string
}

/** Down to the id of its row; a sealed value opens nowhere else. */
export interface SecretCell extends SecretColumn {
  row: string
}

/** By the id of the key, newest first: the newest seals, all of them open. */
export type Keyring = ReadonlyMap<string, Buffer>

/** `place` is the organisation's schema. */
export interface Keys {
  ring: Keyring
  place: string
}

/** A sealed value was changed, moved, or sealed with a key that is not in the ring. */
export class SecretUnreadable extends Error {
  override name = 'SecretUnreadable'
}

/** The id of a key is derived from it, so nobody has to number them. */
export function keyringOf(appKey: Buffer, olderKeys: readonly Buffer[] = []): Keyring {
  return new Map(
    [appKey, ...olderKeys].map((secret) => [derive(secret, 'key id', '', 6).toString('base64url'), secret]),
  )
}

export function environmentKeyring(environment: { appKey: Buffer; olderKeys: readonly Buffer[] }): Keyring {
  return keyringOf(environment.appKey, environment.olderKeys)
}

/** AES-256-GCM: `v1.<key id>.<12-byte IV, 16-byte tag, ciphertext, in base64url>`. */
export function seal(ring: Keyring, cell: SecretCell, plain: string): string {
  const [id, secret] = newest(ring)
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', derive(secret, 'aes-256-gcm', cell.place, 32), iv)
  cipher.setAAD(boundTo(cell, cell.row))
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return `v1.${id}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
}

/** Refuses (SecretUnreadable) what was not sealed for exactly this cell and never says why. */
export function open(ring: Keyring, cell: SecretCell, sealed: string): string {
  try {
    const [, id, body] = /^v1\.([\w-]+)\.([\w-]+)$/.exec(sealed) ?? []
    const bytes = Buffer.from(body!, 'base64url')
    const key = derive(ring.get(id!)!, 'aes-256-gcm', cell.place, 32)
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
    decipher.setAAD(boundTo(cell, cell.row))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    throw new SecretUnreadable(`a sealed value of ${cell.table}.${cell.column} cannot be opened`)
  }
}

/** True when the value was sealed with an older key. */
export function resealNeeded(ring: Keyring, sealed: string): boolean {
  return sealed.split('.')[1] !== newest(ring)[0]
}

/**
 * A secret is found by it without being readable (HMAC-SHA256, 32 bytes): the same for the same value in one column of
 * one place. Spaces, hyphens, case and width do not count.
 */
export function blindIndex(ring: Keyring, column: SecretColumn, value: string): Buffer {
  return fingerprint(newest(ring)[1], column, value)
}

/** While keys are being rotated a value may be stored under any of them; newest first. */
export function blindIndexes(ring: Keyring, column: SecretColumn, value: string): Buffer[] {
  return [...ring.values()].map((secret) => fingerprint(secret, column, value))
}

function fingerprint(secret: Buffer, column: SecretColumn, value: string): Buffer {
  const text = compact(value).toUpperCase()
  return createHmac('sha256', derive(secret, 'blind index', column.place, 32))
    .update(boundTo(column, ''))
    .update(text)
    .digest()
}

/** 32 bytes for another use, such as the seed of a key that signs; of each key in the ring, newest first. */
export function seedsOf(ring: Keyring, purpose: string): Buffer[] {
  return [...ring.values()].map((secret) => derive(secret, purpose, 'platform', 32))
}

/** Every place has keys of its own, so that what is known of one says nothing about another. */
function derive(secret: Buffer, purpose: string, place: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `lunas secrets ${purpose} ${place}`, bytes))
}

function boundTo({ place, table, column }: SecretColumn, row: string): Buffer {
  return Buffer.from(JSON.stringify([place, table, column, row]))
}

function newest(ring: Keyring): [string, Buffer] {
  const [first] = ring
  if (!first) throw new Error('the keyring is empty')
  return first
}
