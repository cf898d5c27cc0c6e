import { z } from 'zod'
import { lines, reason } from '#app/domain/core/fields.ts'

/** Hours in which a code may be used, minutes of a visit, seconds in which its ticket leads to the organisation. */
export const codeHours = 24
export const visitMinutes = 60
export const ticketSeconds = 60

/** How a visit came to its end: who left, who ended it, or what did. */
export const helpEndings = ['helper', 'organisation', 'operator', 'closed', 'time'] as const
export type HelpEnding = (typeof helpEndings)[number]

const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 3
const letters = 4

/** Twelve letters that are not mistaken for one another, in groups as they are told on the phone. */
export function newHelpCode(random: (below: number) => number): string {
  const group = () => Array.from({ length: letters }, () => alphabet[random(alphabet.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** As it is compared: however it was typed. */
const helpCode = lines(60)
  .transform((typed) => typed.replace(/[\s\p{Pd}]/gu, '').toUpperCase())
  .pipe(
    z
      .string()
      .min(1)
      .regex(new RegExp(`^[${alphabet}]{${groups * letters}}$`), 'help_visit.code_shape'),
  )

/** By which an operator enters. */
export const helpEnterForm = z.object({ code: helpCode, reason })
export type HelpEnterInput = z.output<typeof helpEnterForm>

export const helpTicketForm = z.object({ ticket: z.string().max(100) })
