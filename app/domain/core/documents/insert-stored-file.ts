import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'

/** A file whose bytes are in storage already. */
export interface KeptFile {
  storage_key: string
  name: string
  content_type: string
  bytes: Uint8Array
}

/** Makes the row of a file, with its size and its SHA-256. Returns its id. Without `actor`, a stranger gave it. */
export async function insertStoredFile(
  trx: Transaction<DB>,
  kind: 'announcement' | 'application' | 'leave_request' | 'transfer_slip',
  { storage_key, name, content_type, bytes }: KeptFile,
  actor?: Actor,
): Promise<string> {
  const id = newId()
  const sha256 = createHash('sha256').update(bytes).digest()
  await trx
    .insertInto('stored_file')
    .values({
      ...{ id, kind, name, content_type, storage_key, sha256 },
      ...{ size_bytes: bytes.length, created_by: actor?.id },
    })
    .execute()
  return id
}
