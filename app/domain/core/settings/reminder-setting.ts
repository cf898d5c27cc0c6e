import { z } from 'zod'

/** On which days an invoice is reminded of, in the order of its life. */
export const reminderSteps = [
  'issued',
  'before_3',
  'due',
  'after_7',
  'after_14',
  'after_30',
  'monthly',
] as const

export type ReminderStep = (typeof reminderSteps)[number]

/** Between which hours an organisation may choose, on a Malaysian clock. */
export const widestHours = { from: '09:00', until: '20:00' } as const

/** The texts that an organisation may say in its own words: a mail of each level, and what is sent by hand. */
export const wordings = ['level_1', 'level_2', 'level_3', 'whatsapp'] as const

export type WordingKind = (typeof wordings)[number]

/** Before a family gets its first mail of this kind, somebody has switched it on; the issue is mailed by the invoice itself. */
const usualSteps = reminderSteps.filter((step) => step !== 'issued')

const wording = z.object({ subject: z.string().optional(), text: z.string() })

/** As it is stored, with defaults for what an organisation has not set. */
export const reminderSetting = z.object({
  /** Whether they leave by themselves. */
  on: z.boolean().default(false),
  /** The day on which that was switched on; no reminder is sent for earlier days. */
  since: z.string().nullable().default(null),
  steps: z.array(z.enum(reminderSteps)).default(usualSteps),
  /** Whether families without an e-mail address get an SMS, paid from the organisation's message credits. */
  sms: z.boolean().default(false),
  from: z.string().default(widestHours.from),
  until: z.string().default(widestHours.until),
  /** Own words, by kind and language. */
  wording: z.partialRecord(z.enum(wordings), z.partialRecord(z.string(), wording)).default({}),
})

export type ReminderSetting = z.output<typeof reminderSetting>
