import { sql, type Transaction } from 'kysely'
import { userOrSystemActor } from '#app/domain/core/actor.ts'
import { askBankChange } from '#app/domain/organisation/bank-changes/change-bank-change.ts'
import { bankNameOf } from '#app/domain/organisation/entities/bank-account.ts'
import { environment } from '#app/environment.ts'
import { filesOf } from '#app/integrations/files/files.ts'
import { newFileKey } from '#app/integrations/files/key.ts'
import { sheetOf } from '#db/seed/papers/sheet.ts'
import type { Stage } from '#db/seed/stage.ts'
import { dateEntries, lastEntry } from '#db/seed/stories/own-moment.ts'
import type { DB } from '#db/types.ts'

/** Another account than the one in use: of the first organisation nobody has looked at it, of the second it went back. */
const asked: Record<string, { bank_code: string; account_number: string; reason?: string }> = {
  demo: { bank_code: 'BCBB0235', account_number: '000000987654' },
  cahaya: {
    ...{ bank_code: 'PBB0233', account_number: '00000000777888' },
    reason: 'Surat bank sudah lebih daripada tiga bulan. Sila muat naik surat yang baharu.',
  },
}

/** By the product's own verb, with a letter of the bank; nobody is mailed about it. */
export async function addBankChange(trx: Transaction<DB>, stage: Stage, role: string): Promise<void> {
  const { entity, plan, now, ring, starter } = stage
  const change = asked[plan.entity.subdomain]
  if (!change) return
  const { bank_code, account_number, reason } = change
  const account_name = plan.entity.company_name
  const before = await lastEntry(trx)
  const letter = sheetOf(['SURAT BANK (CONTOH)', bankNameOf(bank_code)!, account_name, account_number])
  const storage_key = newFileKey('pdf')
  await filesOf(environment, entity.schema).put(storage_key, letter, 'application/pdf')
  await sql`set local role ${sql.id(role)}`.execute(trx)
  const id = await askBankChange(
    trx,
    await userOrSystemActor(trx, starter.superadmin_id),
    { entity_id: entity.id, ring },
    { bank_code, account_name, account_number },
    { storage_key, content_type: 'application/pdf', size_bytes: letter.length },
  )
  await sql`reset role`.execute(trx)
  await dateEntries(trx, before, now)
  await sql`update platform.entity_bank_change set asked_at = ${now} where id = ${id}`.execute(trx)
  if (reason)
    await sql`update platform.entity_bank_change set status = 'refused', decider = 'Farah Nabila', decided_at = ${now},
      decision_reason = ${reason}, version = version + 1 where id = ${id}`.execute(trx)
  await sql`delete from platform.outbox where entity_id = ${entity.id} and name = 'bank.notify'`.execute(trx)
}
