import { z } from 'zod'
import { type Mark, type markSources, marks } from '#app/domain/classes/sessions/words.ts'
import { lines, reason, text, version } from '#app/domain/core/fields.ts'
import type { openMarks } from '#app/domain/core/settings/attendance-setting.ts'

export type MarkSource = (typeof markSources)[number]

/** One mark of one student, as somebody made it. */
export interface MarkEntry {
  /** Of the mark itself, given where it was made: sent twice it is one. */
  id: string
  student_id: string
  mark: Mark
  /** Only of `late`. */
  late_minutes: number | null
  remark: string | null
  /** The missed session that this one makes up for. */
  makeup_for_id: string | null
  /** Tries the class without being enrolled. */
  is_trial: boolean
  /** When it was made, by the clock of the server. */
  marked_at: Date
}

/** Why a mark can never count; it is stored and shown all the same. */
export const keptReasons = ['confirmed', 'cancelled', 'window', 'not_enrolled'] as const
export type KeptReason = (typeof keptReasons)[number]

/** How long a mark may wait on a phone, in days; one that claims to be older is dated so long ago. */
export const longestWaitDays = 60

/** An empty field is none. */
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

export const lateMinutes = z.coerce.number().int().min(1).max(480)
export const remarkText = text({ max: 200 })

/** One student on the page. A student without a mark is not marked. */
const lineForm = z.object({
  student_id: z.uuid(),
  mark: z.enum(marks).optional(),
  late_minutes: optional(lateMinutes),
  remark: remarkText.optional(),
  makeup_for_id: optional(z.uuid()),
  /** A student who is not enrolled and tries the class. */
  trial: z.boolean().optional(),
})
export type LineInput = z.output<typeof lineForm>

/** Students on one page at most; more than any class has seats for which a session is held in one room. */
export const mostLines = 300

/** What the page was opened with, so that only what was changed on it is dated now. */
const opened = {
  /** When the page was drawn, in milliseconds, until the end of the year 9999. */
  shown_at: z.coerce.number().int().min(0).max(253_402_300_799_000),
  version,
}

export const markForm = z.object({
  marks: z.array(lineForm).max(mostLines).default([]),
  topic: text({ max: 200 }).optional(),
  note: lines(500).optional(),
  /** As they were when the page was opened. */
  topic_was: z.string().max(200).optional(),
  note_was: z.string().max(1000).optional(),
  ...opened,
  /** The button that was pressed. */
  act: z.enum(['save', 'confirm']).optional(),
  form_key: z.uuid().optional(),
})
export type MarkInput = z.output<typeof markForm>

/** What a phone sends, in one field as JSON: marks that were made without network. */
export const phoneForm = z.object({ batch: z.string().max(200_000) })

/** `entry_id` of the mark that counts from now on. */
export const chooseForm = z.object({ entry_id: z.uuid() })

export const reopenForm = z.object({ reason, version })

/** What was typed of a printed register: exceptions in one line, or a letter for each student. */
export const quickForm = z.object({
  compact: z.string().max(1_000).optional(),
  letters: z
    .array(z.object({ student_id: z.uuid(), letter: z.string().max(20).optional() }))
    .max(mostLines)
    .default([]),
  ...opened,
  act: z.enum(['save', 'confirm']).optional(),
  form_key: z.uuid().optional(),
})
export type QuickInput = z.output<typeof quickForm>

export const phoneBatch = z.object({
  /** The clock of the phone when it sends, in milliseconds. */
  now: z.number(),
  marks: z
    .array(
      z.object({
        id: z.uuid(),
        student_id: z.uuid(),
        mark: z.enum(marks),
        late_minutes: lateMinutes.nullish().catch(null),
        // A mark is worth more than its remark: one that is too long is cut.
        remark: z
          .string()
          .nullish()
          .transform((typed) => {
            const cut = remarkText.safeParse((typed ?? '').replace(/\s+/g, ' ').trim().slice(0, 200))
            return cut.success ? cut.data : null
          }),
        makeup_for_id: z.uuid().nullish().catch(null),
        trial: z.boolean().nullish(),
        /** When it was tapped, by the clock of the phone, in milliseconds. */
        at: z.number(),
      }),
    )
    .max(mostLines * 2),
})
export type PhoneBatch = z.output<typeof phoneBatch>

/**
 * When something happened by the server's clock. The phone's clock may be wrong, but it says by how much: its `now` when it sends.
 * Nothing happens in the future, or longer ago than a phone keeps marks. All in milliseconds.
 */
export function correctedInstant(tapped: number, phoneNow: number, serverNow: number): number {
  const at = Math.round(serverNow - (phoneNow - tapped))
  const earliest = serverNow - longestWaitDays * 86_400_000
  return Number.isFinite(at) ? Math.min(Math.max(at, earliest), serverNow) : serverNow
}

/** The marks of a phone, by the clock of the server. */
export function entriesOfPhone({ now, marks: sent }: PhoneBatch, serverNow: number): MarkEntry[] {
  return sent.map(({ at, late_minutes, makeup_for_id, trial, ...entry }) => ({
    ...entry,
    late_minutes: entry.mark === 'late' ? (late_minutes ?? null) : null,
    makeup_for_id: makeup_for_id ?? null,
    is_trial: trial ?? false,
    marked_at: new Date(correctedInstant(at, now, serverNow)),
  }))
}

/** What says whether a mark counts: when it was made, and of two at one instant its id. */
export interface Dated {
  id: string
  marked_at: Date
}

/** Whether the first is the later one. Whatever order they arrive in, the same one is. */
export function isLater(one: Dated, other: Dated): boolean {
  const [a, b] = [one.marked_at.getTime(), other.marked_at.getTime()]
  return a === b ? one.id > other.id : a > b
}

/** What a student is marked as before anybody has marked them. */
export function proposedMark(openWith: (typeof openMarks)[number], hasLeave: boolean): Mark | null {
  if (hasLeave) return 'excused'
  return openWith === 'present' ? 'present' : null
}

/** As a mark counts now, for comparing it with what a form says. */
export type Marked = Pick<MarkEntry, 'mark' | 'late_minutes' | 'remark' | 'makeup_for_id'>

const sameMark = (one: Marked, other: Marked) =>
  one.mark === other.mark &&
  one.late_minutes === other.late_minutes &&
  one.remark === other.remark &&
  one.makeup_for_id === other.makeup_for_id

interface Shown {
  /** What counted when the page was opened; none where the student was not marked. */
  counted: Marked | null
  /** What the page proposed in its place. */
  proposed: Mark | null
}

/**
 * The marks that a form says, of students whose mark is new or was changed on it. What somebody left as the page proposed it is
 * dated when the page was opened, and what they chose when they sent it: so a colleague who marked in between is not overruled
 * by a proposal.
 * @param idFor of the mark of a student, the same each time the form is sent
 */
export function entriesOfForm(
  { marks: given, shown_at }: Pick<MarkInput, 'marks' | 'shown_at'>,
  shownOf: (student_id: string) => Shown,
  now: number,
  idFor: (student_id: string) => string,
): MarkEntry[] {
  const opened = new Date(Math.min(Math.max(shown_at, now - 86_400_000), now))
  return given.flatMap(({ student_id, mark, trial, ...line }) => {
    if (!mark) return []
    const said: Marked = {
      mark,
      late_minutes: mark === 'late' ? (line.late_minutes ?? null) : null,
      remark: line.remark ?? null,
      makeup_for_id: mark === 'present' || mark === 'late' ? (line.makeup_for_id ?? null) : null,
    }
    const { counted, proposed } = shownOf(student_id)
    if (counted && sameMark(said, counted)) return []
    const untouched =
      !counted &&
      mark === proposed &&
      sameMark(said, { mark, late_minutes: null, remark: null, makeup_for_id: null })
    return [
      {
        id: idFor(student_id),
        ...{ student_id, ...said, is_trial: trial ?? false },
        marked_at: untouched ? opened : new Date(now),
      },
    ]
  })
}
