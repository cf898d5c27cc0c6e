import { sql } from 'kysely'
import { environment } from '#app/environment.ts'
import { filesOf } from '#app/integrations/files/files.ts'
import type { Trx } from '#tests/support/database/factories.ts'

/** Puts a letter into the store of an organisation, by default the one whose transaction it is; gives its key. */
export async function letterFile(trx: Trx, entity_id?: string): Promise<string> {
  const { rows } = await (entity_id
    ? sql<{ schema: string }>`select schema_name as schema from platform.entity where id = ${entity_id}`
    : sql<{ schema: string }>`select current_schema() as schema`
  ).execute(trx)
  await filesOf(environment, rows[0]!.schema).put('ab/letter.pdf', Buffer.from('%PDF-1.4'), 'application/pdf')
  return 'ab/letter.pdf'
}
