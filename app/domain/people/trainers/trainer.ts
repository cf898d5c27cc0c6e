import { z } from 'zod'
import { type SessionRole, scopeOf } from '#app/domain/core/access/access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { isMobile, malaysianPhone } from '#app/domain/core/contact/phone.ts'
import { ownTin } from '#app/domain/core/contact/tin.ts'
import { email, text, version } from '#app/domain/core/fields.ts'
import { compact } from '#app/domain/core/invisible.ts'
import { ringgit } from '#app/domain/core/money.ts'
import { consistent, personFields } from '#app/domain/people/staff/staff.ts'
import { locales } from '#app/i18n/locales.ts'

/** What a rate is paid for. */
export const payTypes = ['hour', 'session', 'month'] as const

/** Whether a scope shows more than names: contact, teaching, status. */
export const seesDetails = ({ scope }: Pick<RowScope, 'scope'>): boolean =>
  scope === 'all' || scope === 'branch'

/** Roles without rights beyond teaching. */
const teachingRoles: readonly string[] = ['trainer', 'class-assistant']

/**
 * Whether a reader may change a person's e-mail and phone. Whoever controls these can sign in as the person, so without
 * staff.edit only those of people without rights beyond teaching; never one's own, which the profile changes with a proof.
 */
export function mayReach(
  reader: { id: string | null; roles: readonly SessionRole[] },
  person: { user_id: string; roles: readonly string[] },
): boolean {
  if (reader.id === person.user_id) return false
  if (scopeOf(reader.roles, 'staff.edit') !== undefined) return true
  return person.roles.every((role) => teachingRoles.includes(role))
}

/** Whether somebody is only a trainer, so that activating or removing them as a trainer concerns the whole account. */
export const onlyTeaches = (roles: readonly string[]): boolean => roles.length === 1 && roles[0] === 'trainer'

const teaching = {
  specialisation: text({ max: 200 }).optional(),
  qualification: text({ max: 200 }).optional(),
}

export const newTrainerForm = z
  .object({ ...personFields, ...teaching, locale: z.enum(locales), form_key: z.uuid().optional() })
  .superRefine(consistent)
export type NewTrainerInput = z.output<typeof newTrainerForm>

/** Edit, for who may not change how the person is reached. An emptied field is written as empty. */
export const teachingForm = z.object({ ...teaching, version })
export type TeachingInput = z.output<typeof teachingForm>

/** Edit, with how the person is reached. */
export const trainerForm = z
  .object({
    name: text({ min: 2, max: 150 }),
    phone: malaysianPhone,
    email: email.optional(),
    ...teaching,
    version,
  })
  .superRefine(({ phone, email }, context) => {
    if (!email && !isMobile(phone))
      context.addIssue({ code: 'custom', path: ['phone'], message: 'staff.mobile_needed' })
  })
export type TrainerInput = z.output<typeof trainerForm>

/** RM100,000.00 */
const largest = 10_000_000

/**
 * A bank account needs bank and holder; without them its number is removed, too. An empty number keeps the stored one. Type and
 * amount of the rate belong together.
 */
export const payForm = z
  .object({
    bank_name: text({ max: 100 }).optional(),
    account_name: text({ min: 2, max: 150 }).optional(),
    account_number: z
      .string()
      .transform(compact)
      .pipe(z.string().regex(/^\d{5,20}$/, 'input.account_number'))
      .optional(),
    tin: ownTin('trainer.tin').optional(),
    pay_type: z.enum(payTypes).optional(),
    pay_rate_sen: ringgit({ min: 1, max: largest }).optional(),
    version,
  })
  .superRefine((typed, context) => {
    const needs = (path: keyof typeof typed) =>
      context.addIssue({ code: 'custom', path: [path], message: 'input.required' })
    const { bank_name, account_name, account_number, pay_type, pay_rate_sen } = typed
    if (!bank_name && (account_name || account_number)) needs('bank_name')
    if (!account_name && (bank_name || account_number)) needs('account_name')
    if (!pay_type && pay_rate_sen !== undefined) needs('pay_type')
    if (pay_type && pay_rate_sen === undefined) needs('pay_rate_sen')
  })
export type PayInput = z.output<typeof payForm>
