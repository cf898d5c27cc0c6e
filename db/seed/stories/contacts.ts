import type { Transaction } from 'kysely'
import { addDays } from '#app/domain/core/dates.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { Team } from '../staff.ts'
import { at, type Stage } from '../stage.ts'

/** What was said, how many days ago, and within how many days something was promised or is to be done. */
const told = [
  {
    ...{ ago: 9, channel: 'phone', promised_in: 5, next_in: 7 },
    said: {
      my: 'Bapa minta tempoh hingga gaji masuk; akan bayar sebahagian dahulu.',
      en: 'Father asked to wait for his pay; he will pay a part first.',
    },
    step: { my: 'Telefon semula', en: 'Call again' },
  },
  {
    ...{ ago: 2, channel: 'whatsapp', promised_in: 12, next_in: 13 },
    said: {
      my: 'Ibu berjanji membayar hujung minggu depan.',
      en: 'Mother will pay at the end of next week.',
    },
    step: { my: 'Semak bayaran', en: 'Look whether it was paid' },
  },
  {
    ...{ ago: 25, channel: 'letter', promised_in: null, next_in: 24 },
    said: { my: 'Surat diserahkan kepada anak sulung.', en: 'Letter given to the eldest child.' },
    step: { my: 'Jemput ibu bapa ke pejabat', en: 'Ask the parents to the office' },
  },
] as const

/** Some families that are late were spoken to: one broke its promise, one has time left, one has promised nothing. */
export async function addContacts(trx: Transaction<DB>, stage: Stage, { office }: Team): Promise<void> {
  const clerk = office.find((colleague) => colleague.role === 'clerk') ?? office[0]
  if (!clerk) return
  const locale = stage.locale === 'my' ? 'my' : 'en'
  const families = await trx
    .selectFrom('invoice')
    .select(({ fn }) => ['payer_parent_id as parent_id', fn.sum<number>('balance_sen').as('owed_sen')])
    .where('status', '=', 'unpaid')
    .where('due_on', '<', addDays(stage.today, -14))
    .groupBy('payer_parent_id')
    .orderBy('owed_sen', 'desc')
    .orderBy('payer_parent_id')
    .limit(told.length)
    .execute()
  for (const [index, { parent_id, owed_sen }] of families.entries()) {
    const { ago, channel, promised_in, next_in, said, step } = told[index]!
    const contacted_on = addDays(stage.today, -ago)
    const promise = { promised_sen: Number(owed_sen), promised_on: addDays(contacted_on, promised_in ?? 0) }
    await trx
      .insertInto('family_contact')
      .values({
        ...{ id: newId(), parent_id, contacted_on, channel, created_by: clerk.user_id },
        ...{ created_at: at(stage, contacted_on, 11), said: said[locale], next_by: clerk.user_id },
        ...(promised_in === null ? {} : promise),
        ...{ next_step: step[locale], next_on: addDays(contacted_on, next_in) },
      })
      .execute()
  }
}
