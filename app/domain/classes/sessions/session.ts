import { z } from 'zod'
import { lines, plainDate, reason, text, version } from '#app/domain/core/fields.ts'
import { sessionMinutes } from './words.ts'

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'input.time', abort: true })

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** When and where a session is held, and by whom. */
const placement = {
  held_on: plainDate,
  starts: time,
  ends: time,
  room: text({ max: 50 }).optional(),
  trainer_user_id: z.uuid().optional(),
  topic: text({ max: 200 }).optional(),
  note: lines(500).optional(),
  /** What the page has warned of is meant so. */
  confirmed: z.boolean().optional(),
}

type Times = { starts?: string; ends?: string }

/** Refuses at the end what is over before it starts or crosses midnight, is too short or too long. */
function checkTimes({ starts, ends }: Times, context: z.RefinementCtx) {
  if (!starts || !ends) return
  const minutes = minutesOf(ends) - minutesOf(starts)
  const message =
    minutes <= 0
      ? 'class_session.ends_first'
      : minutes < sessionMinutes.least
        ? 'class_session.too_short'
        : minutes > sessionMinutes.most
          ? 'class_session.too_long'
          : undefined
  if (message) context.addIssue({ code: 'custom', path: ['ends'], message })
}

export const moveForm = z.object({ ...placement, version }).superRefine(checkTimes)
export type MoveInput = z.output<typeof moveForm>

/** Kinds of sessions that people add by hand. */
export const addedKinds = ['extra', 'makeup'] as const

export const addForm = z
  .object({
    ...placement,
    subject_id: z.uuid(),
    kind: z.enum(addedKinds),
    replaces_id: z.uuid().optional(),
    form_key: z.uuid().optional(),
  })
  .superRefine(checkTimes)
export type AddInput = z.output<typeof addForm>

export const cancelForm = z.object({ reason, version })
export type CancelInput = z.output<typeof cancelForm>

/** What a person reads of a session: of a class, on a day, at times `HH:MM`. */
export interface NamedSession {
  id: string
  subject: string
  held_on: string
  starts: string
  ends: string
}
