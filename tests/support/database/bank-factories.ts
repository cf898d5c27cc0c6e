import { sql } from 'kysely'
import { keyringOf, seal } from '#app/domain/core/secrets.ts'
import { changeCell } from '#app/domain/organisation/bank-changes/find-bank-changes.ts'
import { environment } from '#app/environment.ts'
import { newId } from '#db/id.ts'
import { insert, type Trx } from './factories.ts'

interface Given {
  entity_id?: string
  account_number?: string
  account_name?: string
  bank_name?: string
  asker?: string
  asked_at?: Date
  letter_key?: string
  status?: string
}

/** An account that an organisation asks for; what waited of it before is taken back, since one waits at a time. */
export async function bankChange(trx: Trx, { account_number = '514000012345', ...given }: Given = {}) {
  const id = newId()
  const entity_id = given.entity_id ? sql`${given.entity_id}::uuid` : sql`platform.current_entity()`
  await sql`update platform.entity_bank_change set status = 'withdrawn' where entity_id = ${entity_id}
    and status = 'pending'`.execute(trx)
  return insert(trx, 'platform.entity_bank_change', {
    ...{ id, bank_code: 'MB2U0227', bank_name: 'Maybank', account_name: 'Tadika Sinar', asker: 'Azman' },
    ...{ letter_key: 'ab/letter.pdf', letter_type: 'application/pdf', letter_bytes: 8 },
    account_number_sealed: seal(keyringOf(environment.appKey), changeCell(id), account_number),
    last_four: account_number.slice(-4),
    ...given,
  })
}

interface AskedDay {
  entity_id?: string
  asker?: string
  payout_frequency?: 'weekly' | 'monthly'
  payout_day?: number
}

/** A payout day that an organisation asks for; what waited of it before is taken back, since one waits at a time. */
export async function dayRequest(trx: Trx, given: AskedDay = {}) {
  const entity_id = given.entity_id ? sql`${given.entity_id}::uuid` : sql`platform.current_entity()`
  await sql`update platform.payout_day_request set status = 'withdrawn' where entity_id = ${entity_id}
    and status = 'pending'`.execute(trx)
  return insert(trx, 'platform.payout_day_request', {
    ...{ id: newId(), payout_frequency: 'monthly', payout_day: 17, asker: 'Azman' },
    ...given,
  })
}
