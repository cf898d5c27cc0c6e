import { z } from 'zod'
import type { Permission } from '#app/domain/core/access/access.ts'
import { text } from '#app/domain/core/fields.ts'

/** What one person may prepare and another carries out. */
export const handOverNouns = ['generation', 'import'] as const
export type HandOverNoun = (typeof handOverNouns)[number]

/** Who may ask, who may do it, and the status in which it can be done. */
export const handOvers = {
  generation: { asks: 'generation.preview', does: 'generation.run', ready: 'previewed' },
  import: { asks: 'import.upload', does: 'import.run', ready: 'checked' },
} as const satisfies Record<HandOverNoun, { asks: Permission; does: Permission; ready: string }>

/** Whoever asks again sooner sends no second mail. */
export const quietMinutes = 15
/** Rounds of mails that one person may set off; what they ask for beyond is in the to-do lists alone. */
export const mailsOfPerson = { points: 20, seconds: 3_600 } as const

/** `asked_of` is one of those who may do it; without it, all of them are asked. */
export const handOverForm = z.object({ asked_of: z.uuid().optional(), note: text({ max: 300 }).optional() })
export type HandOverInput = z.output<typeof handOverForm>
