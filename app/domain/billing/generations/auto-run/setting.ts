import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, record } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { writeSetting } from '#app/domain/core/settings/write-setting.ts'
import type { DB } from '#db/types.ts'
import { mayRunItself } from './auto-run.ts'
import type { generationSettingForm } from './setting-form.ts'

type Input = z.output<typeof generationSettingForm>

/** How months are billed, at which version (0: nothing was decided yet), and whether runs may begin by themselves. */
export async function generationSetting(db: Kysely<DB>) {
  const [values, row, tried] = await Promise.all([
    settings(db, 'generation'),
    db.selectFrom('setting').select('version').where('key', '=', 'generation').executeTakeFirst(),
    mayRunItself(db),
  ])
  return { ...values, version: row?.version ?? 0, tried }
}

/** Refuses version_conflict, and runs by themselves before two previews were looked at and run (generation.two_first). */
export async function saveGenerationSetting(
  trx: Transaction<DB>,
  actor: Actor,
  { version, ...input }: Input,
  today: string,
): Promise<void> {
  const { version: now, tried, ...before } = await generationSetting(trx)
  refuseStale({ version: now }, version)
  if (input.auto_run && !tried) throw new Refusal('generation.two_first', 'auto_run')
  const auto_run = input.auto_run === true
  const after = {
    ...input,
    auto_run,
    issue_zero: input.issue_zero === true,
    // A day that has passed is not made up for, only one that passes from now on.
    auto_since: auto_run ? (before.auto_run ? before.auto_since : today) : null,
  }
  await writeSetting(trx, actor, 'generation', after, version)
  const object = { type: 'setting', id: 'generation' }
  await record(trx, actor, 'generation.settings_changed', object, difference(before, after))
}
