import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, record } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { settingVersion } from '#app/domain/core/fields.ts'
import { openMarks } from '#app/domain/core/settings/attendance-setting.ts'
import { settings, writeSetting } from '#app/domain/core/settings/settings.ts'
import type { DB } from '#db/types.ts'

/** A box that is not ticked is a no. `version` is 0 before the first change. */
export const attendanceSettingForm = z.object({
  open_with: z.enum(openMarks),
  alert: z.boolean().optional(),
  whatsapp: z.boolean().optional(),
  version: settingVersion,
})
type Input = z.output<typeof attendanceSettingForm>

/** As the form shows it: what a session is opened with, and whether families hear of absences. */
export async function attendanceSettings(db: Kysely<DB>) {
  const [{ open_with, absence_alert }, row] = await Promise.all([
    settings(db, 'attendance'),
    db.selectFrom('setting').select('version').where('key', '=', 'attendance').executeTakeFirst(),
  ])
  return { open_with, alert: absence_alert.on, whatsapp: absence_alert.whatsapp, version: row?.version ?? 0 }
}

/** Refuses version_conflict. */
export async function saveAttendanceSettings(
  trx: Transaction<DB>,
  actor: Actor,
  { version, open_with, alert = false, whatsapp = false }: Input,
): Promise<void> {
  const { version: now, ...before } = await attendanceSettings(trx)
  refuseStale({ version: now }, version)
  await writeSetting(trx, actor, 'attendance', { open_with, absence_alert: { on: alert, whatsapp } }, version)
  const object = { type: 'setting', id: 'attendance' }
  await record(
    trx,
    actor,
    'attendance.settings_changed',
    object,
    difference(before, { open_with, alert, whatsapp }),
  )
}
