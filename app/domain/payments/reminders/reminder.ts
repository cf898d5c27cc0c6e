import { z } from 'zod'
import { plainDate, reason } from '#app/domain/core/fields.ts'
import type { ReminderStep } from '#app/domain/core/settings/reminder-setting.ts'

/** Levels of urgency. The third is sent only after a person has approved it. */
export const reminderLevels = [1, 2, 3] as const
export type ReminderLevel = (typeof reminderLevels)[number]

export const levelOf: Readonly<Record<ReminderStep, ReminderLevel>> = {
  issued: 1,
  before_3: 1,
  due: 1,
  after_7: 2,
  after_14: 2,
  after_30: 3,
  monthly: 3,
}

/** Minimum days between two reminders to a family. */
export const daysBetweenReminders = 3

/** States of a reminder, in order. */
export const reminderStates = ['waiting', 'planned', 'sending', 'sent', 'unsent', 'dropped'] as const

/** The same as pages show them: `moot` is one that waits with nothing left to send. */
export const shownStates = [...reminderStates, 'moot'] as const

/** States of a pause: in effect, over, or ended early. */
export const holdStates = ['holds', 'over', 'lifted'] as const

/** A manual reminder and its level. */
export const askForm = z.object({
  level: z.coerce.number().int().min(1).max(3),
  form_key: z.uuid().optional(),
})
export type AskInput = z.output<typeof askForm>

/** Pauses reminders to a family, or of one invoice, until a day. */
export const holdForm = z.object({
  invoice_id: z.uuid().optional(),
  ends_on: plainDate,
  reason,
  form_key: z.uuid().optional(),
})
export type HoldInput = z.output<typeof holdForm>

/** Maximum length of a pause, in months. */
export const longestHold = 12
