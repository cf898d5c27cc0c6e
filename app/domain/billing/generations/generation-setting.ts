import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, record } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { settingVersion } from '#app/domain/core/fields.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settings, writeSetting } from '#app/domain/core/settings/settings.ts'
import type { DB } from '#db/types.ts'
import { mayAutoRun } from './auto-run.ts'

const box = z.boolean().optional()

/** How a month is billed; an unticked box means no. `version` is 0 before the first change. */
export const generationSettingForm = z.object({
  day: z.coerce.number().int().min(1).max(31),
  for: z.enum(['next_month', 'same_month']),
  group_by: z.enum(['student', 'subject']),
  issue_zero: box,
  notify_at: z.string().regex(/^(0[89]|1\d|20):[0-5]\d$/, 'generation.civil_hour'),
  family: z.enum(['payer', 'any_parent']),
  child_order: z.enum(['oldest_first', 'highest_fee_first']),
  auto_run: box,
  version: settingVersion,
})

type Input = z.output<typeof generationSettingForm>

/** How months are billed, the version (0: never saved), and whether automatic runs can be enabled (`tried`). */
export async function generationSetting(db: Kysely<DB>) {
  const [values, row, tried] = await Promise.all([
    settings(db, 'generation'),
    db.selectFrom('setting').select('version').where('key', '=', 'generation').executeTakeFirst(),
    mayAutoRun(db),
  ])
  return { ...values, version: row?.version ?? 0, tried }
}

/** Refuses version_conflict, and automatic runs before two manual ones (generation.two_first). */
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
    // Runs that were due before automatic runs were enabled are not caught up.
    auto_since: auto_run ? (before.auto_run ? before.auto_since : today) : null,
  }
  await writeSetting(trx, actor, 'generation', after, version)
  const object = { type: 'setting', id: 'generation' }
  await record(trx, actor, 'generation.settings_changed', object, difference(before, after))
}
