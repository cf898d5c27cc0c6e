import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, record } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { settingVersion } from '#app/domain/core/fields.ts'
import { settings, writeSetting } from '#app/domain/core/settings/settings.ts'
import type { DB } from '#db/types.ts'
import { applicationSettingNames } from './application.ts'

const box = z.boolean().optional()

/** How applications are decided; a box that is not ticked is a no. `version` is 0 before the first change. */
export const applicationSettingForm = z.object({
  auto_approve: box,
  fee_first: box,
  issue_on_approval: box,
  class_admin_approves: box,
  notify_staff: box,
  version: settingVersion,
})

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
