import { z } from 'zod'
import { lines, reason } from '#app/domain/core/fields.ts'
import { compact } from '#app/domain/core/invisible.ts'

/** Lifetimes of a code, a visit and a ticket. */
export const codeHours = 24
export const visitMinutes = 60
export const ticketSeconds = 60

/** How a visit ended: who left or ended it, the organisation was closed, or its time was over. */
const helpEndings = ['helper', 'organisation', 'operator', 'closed', 'time'] as const
export type HelpEnding = (typeof helpEndings)[number]

const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 3
const letters = 4

/** Twelve unambiguous characters in groups, to be read out on the phone. */
export function newHelpCode(random: (below: number) => number): string {
  const group = () => Array.from({ length: letters }, () => alphabet[random(alphabet.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** Normalised, so that spaces, dashes and case do not matter. */
const helpCode = lines(60)
  .transform((typed) => compact(typed).toUpperCase())
  .pipe(
    z
      .string()
      .min(1)
      .regex(new RegExp(`^[${alphabet}]{${groups * letters}}$`), 'help_visit.code_shape'),
  )

export const helpEnterForm = z.object({ code: helpCode, reason })
export type HelpEnterInput = z.output<typeof helpEnterForm>
