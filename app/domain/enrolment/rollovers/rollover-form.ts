import { z } from 'zod'
import { monthName } from '#app/domain/accounting/months/month.ts'
import { plainDate, reason, text, version } from '#app/domain/core/fields.ts'
import { percent, ringgit } from '#app/domain/core/money.ts'
import { roundingSteps, seatActs } from './rollover.ts'

const steps = roundingSteps.map(String) as [string, ...string[]]

/** The days of a change of year, and what prices rise by where none is typed. */
export const rolloverForm = z
  .object({
    name: text({ max: 60 }),
    ends_on: plainDate,
    starts_on: plainDate,
    bills_from: monthName,
    percent_bp: percent().optional(),
    step_sen: z.enum(steps).transform(Number),
    keeps_own_fees: z.boolean().optional(),
    share_bp: percent().optional(),
    version: version.optional(),
    form_key: z.uuid().optional(),
  })
  .refine(({ ends_on, starts_on }) => starts_on > ends_on, {
    path: ['starts_on'],
    message: 'rollover.starts_before_end',
  })
export type RolloverInput = z.output<typeof rolloverForm>

const act = z.enum(seatActs)
const to_subject_id = z.uuid().optional()
const isWhole = ({ act, to_subject_id }: { act: string; to_subject_id?: string | undefined }) =>
  act !== 'promote' || to_subject_id !== undefined
const wholly = { path: ['to_subject_id'], message: 'rollover.to_needed' }

/** What becomes of a class, and what its fees come to; an empty price is as the percentage has it. */
export const classForm = z
  .object({
    act,
    to_subject_id,
    fees: z
      .array(z.object({ subject_fee_id: z.uuid(), amount_sen: ringgit({ max: 10_000_000 }).optional() }))
      .max(50)
      .optional(),
    version,
  })
  .refine(isWhole, wholly)
export type ClassInput = z.output<typeof classForm>

/** What becomes of one seat; `class`: the same as of its class. */
export const seatForm = z
  .object({ act: z.enum(['class', ...seatActs]), to_subject_id, version })
  .refine(isWhole, wholly)
export type SeatInput = z.output<typeof seatForm>

/** The discounts that end; all others are carried over. */
export const endingDiscountsForm = z.object({ ending: z.array(z.uuid()).max(200).optional(), version })
export type EndingDiscountsInput = z.output<typeof endingDiscountsForm>

export const undoForm = z.object({ reason, version })
