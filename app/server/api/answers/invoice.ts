import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { platformInvoices } from '#app/domain/platform/platform-invoices/find-platform-invoices.ts'
import { camelKeys } from '#app/server/api/camel.ts'
import type { platformInvoice } from '#app/server/api/schemas/platform.ts'
import type { DB } from '#db/types.ts'

export async function invoiceAnswers(
  db: Kysely<DB>,
  entity_id: string,
  filter: Parameters<typeof platformInvoices>[2],
): Promise<z.input<typeof platformInvoice>[]> {
  const rows = await platformInvoices(db, entity_id, filter)
  return rows.map(({ public_code: _, ...row }) => ({ ...camelKeys(row), lines: row.lines.map(camelKeys) }))
}
