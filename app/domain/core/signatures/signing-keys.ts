import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type Keyring, seedsOf } from '#app/domain/core/secrets.ts'
import type { DB } from '#db/types.ts'

/** A key that papers are signed with: Ed25519 (RFC 8032). */
interface SigningKey {
  /** Eight letters of the public key's SHA-256, printed on the paper. */
  id: string
  /** 32 bytes. */
  public_key: Buffer
  private_key: KeyObject
}

/** Before the 32 bytes of a seed, so that they are a private key in PKCS #8 (RFC 8410). */
const seedPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Derived from the application's keys, so that no private key is stored; newest first. */
export function signingKeysOf(ring: Keyring): SigningKey[] {
  return seedsOf(ring, 'signature of papers').map((seed) => {
    const key = Buffer.concat([seedPrefix, seed])
    const private_key = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
    const public_key = rawOf(createPublicKey(private_key))
    return { id: idOf(public_key), public_key, private_key }
  })
}

/** The current signer: the newest key of the ring. */
export function signerOf(ring: Keyring): Signer {
  return signersOf(ring)[0]!
}

/** The current signer and those of older application keys; newest first. */
export function signersOf(ring: Keyring): Signer[] {
  return signingKeysOf(ring).map(({ id, private_key }) => ({
    key: id,
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), private_key).toString('base64url'),
  }))
}

/** Gives 64 bytes in base64url, the same for the same text. */
export interface Signer {
  /** Id of its key. */
  key: string
  sign(text: string): string
}

/** The public half of a key. */
export interface PublishedKey {
  id: string
  public_key: Buffer
}

/** Stores the public keys for good; runs as the owner role of the database. */
export async function publishKeys(owner: Kysely<DB>, ring: Keyring): Promise<void> {
  await owner
    .insertInto('platform.signing_key')
    .values(signingKeysOf(ring).map(({ id, public_key }) => ({ id, public_key })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Every key that a paper was ever signed with, newest first. */
export async function publishedKeys(db: Kysely<DB>): Promise<(PublishedKey & { created_at: Date })[]> {
  return db
    .selectFrom('platform.signing_key')
    .select(['id', 'public_key', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** A raw public key as Node takes it. */
export function publicKeyOf(raw: Buffer): KeyObject {
  return createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
    format: 'jwk',
  })
}

const rawOf = (key: KeyObject) => Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url')

const idOf = (public_key: Buffer) =>
  createHash('sha256').update(public_key).digest().subarray(0, 6).toString('base64url')
