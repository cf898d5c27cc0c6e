import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, record } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { receiptSizes } from '#app/domain/core/documents/document.ts'
import { settingVersion } from '#app/domain/core/fields.ts'
import { settings, writeSetting } from '#app/domain/core/settings/settings.ts'
import type { DB } from '#db/types.ts'

/** How money is taken at the counter; a box that is not ticked is a no. `version` is 0 before the first change. */
export const counterSettingForm = z.object({
  round_cash: z.boolean().optional(),
  receipt_size: z.enum(receiptSizes),
  version: settingVersion,
})

type Input = z.output<typeof counterSettingForm>

export async function counterSetting(db: Kysely<DB>) {
  const [values, row] = await Promise.all([
    settings(db, 'counter'),
    db.selectFrom('setting').select('version').where('key', '=', 'counter').executeTakeFirst(),
  ])
  return { ...values, version: row?.version ?? 0 }
}

/** Refuses version_conflict. */
export async function saveCounterSetting(
  trx: Transaction<DB>,
  actor: Actor,
  { version, ...input }: Input,
): Promise<void> {
  const { version: now, ...before } = await counterSetting(trx)
  refuseStale({ version: now }, version)
  const after = { ...input, round_cash: input.round_cash === true }
  await writeSetting(trx, actor, 'counter', after, version)
  const object = { type: 'setting', id: 'counter' }
  await record(trx, actor, 'counter.settings_changed', object, difference(before, after))
}
