import { type Keyring, open, seal } from '#app/domain/core/secrets.ts'

/** A message belongs to the platform, also one about an organisation's order: nobody knows whose it is when it comes. */
const cellOf = (row: string) => ({
  ...{ place: 'platform', table: 'gateway_message', column: 'body_sealed' },
  row,
})

/** The bytes as they came, sealed for the row of their message. */
export function sealedBody(ring: Keyring, id: string, raw: Uint8Array): string {
  // A letter for each byte, so that what is no text comes back as it was and what is one does not grow.
  return seal(ring, cellOf(id), Buffer.from(raw).toString('latin1'))
}

export interface KeptBody {
  id: string
  /** What was kept before bodies were sealed, until its turn comes. */
  raw_body: Buffer | null
  /** Null with `raw_body` null: it was kept for its time and is gone. */
  body_sealed: string | null
}

/** The bytes as they came; null when they are no longer kept. */
export function openedBody(ring: Keyring, { id, raw_body, body_sealed }: KeptBody): Buffer | null {
  return body_sealed === null ? raw_body : Buffer.from(open(ring, cellOf(id), body_sealed), 'latin1')
}
