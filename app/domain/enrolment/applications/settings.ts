import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, record } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { writeSetting } from '#app/domain/core/settings/write-setting.ts'
import type { DB } from '#db/types.ts'
import { applicationSettingNames } from './application.ts'
import type { applicationSettingForm } from './setting-form.ts'

type Input = z.output<typeof applicationSettingForm>

export async function applicationSetting(db: Kysely<DB>) {
  const [values, row] = await Promise.all([
    settings(db, 'application'),
    db.selectFrom('setting').select('version').where('key', '=', 'application').executeTakeFirst(),
  ])
  return { ...values, version: row?.version ?? 0 }
}

/** Refuses version_conflict. */
export async function saveApplicationSetting(
  trx: Transaction<DB>,
  actor: Actor,
  { version, ...input }: Input,
): Promise<void> {
  const { version: now, ...before } = await applicationSetting(trx)
  refuseStale({ version: now }, version)
  const after = Object.fromEntries(applicationSettingNames.map((name) => [name, input[name] === true]))
  await writeSetting(trx, actor, 'application', after, version)
  const object = { type: 'setting', id: 'application' }
  await record(trx, actor, 'application.settings_changed', object, difference(before, after))
}
