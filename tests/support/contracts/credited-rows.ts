import { newId } from '#db/id.ts'
import { insert, type Trx } from '../database/factories.ts'
import { day, earlier, text } from './told.ts'

/** Message credits of the first organisation, granted on the day that differs and bought before, and of another. */
export async function credited(trx: Trx, first: string, other: string): Promise<void> {
  const at = (on: string) => new Date(`${on}T04:00:00Z`)
  const bought = { kind: 'topup', about: 'platform_invoice', created_at: at(earlier) }
  await insert(trx, 'platform.credit_entry', {
    ...{ id: newId(), entity_id: first, kind: 'grant', delta: 20, reason: text, created_at: at(day) },
  })
  for (const [entity_id, delta] of [
    [first, 10],
    [first, 11],
    [other, 500],
  ] as const)
    await insert(trx, 'platform.credit_entry', {
      ...bought,
      id: newId(),
      entity_id,
      delta,
      about_id: newId(),
    })
}
