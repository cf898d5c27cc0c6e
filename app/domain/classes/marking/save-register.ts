import type { Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { markedSession, markLines } from './find-marking.ts'
import type { LineInput, QuickInput } from './mark.ts'
import { markOf, parseRegister } from './register.ts'
import { type Saved, saveMarks } from './save-marking.ts'

/**
 * Saves what was typed of a printed register: the letters of its lines, and over them the exceptions that were typed in one line.
 * Numbers are those of the register: students by name. Refuses marking.unread and marking.no_number, and what saving the page
 * of a session refuses.
 */
export async function saveRegister(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  session_id: string,
  input: QuickInput,
): Promise<Saved> {
  const lines = await markLines(trx, await markedSession(trx, scope, session_id))
  const { marks, unread } = parseRegister(input.compact ?? '')
  if (unread[0] !== undefined) throw new Refusal('marking.unread', 'compact', { text: unread[0] })
  const given = new Map<string, LineInput>()
  for (const [index, { student_id, letter }] of input.letters.entries()) {
    if (!letter?.trim()) continue
    const [, word = '', minutes] = /^(.*?)\s*\(?(\d{1,3})?\)?$/.exec(letter.trim()) ?? []
    // One digit alone is the key of a mark, not minutes.
    const mark = markOf(letter) ?? markOf(word)
    const late_minutes = mark === 'late' && !markOf(letter) && minutes ? Number(minutes) : undefined
    if (!mark || late_minutes === 0 || (late_minutes ?? 1) > 480)
      throw new Refusal('marking.unread', `letters[${index}].letter`, { text: letter })
    given.set(student_id, { student_id, mark, late_minutes })
  }
  for (const { number, mark, late_minutes } of marks) {
    const line = lines[number - 1]
    if (!line) throw new Refusal('marking.no_number', 'compact', { number })
    given.set(line.student_id, { student_id: line.student_id, mark, late_minutes: late_minutes ?? undefined })
  }
  // What the register does not have stays as it is.
  const whole = [...given.values()].map((one) => {
    const line = lines.find(({ student_id }) => student_id === one.student_id)
    return { ...one, remark: line?.remark ?? undefined, makeup_for_id: line?.makeup_for_id ?? undefined }
  })
  return saveMarks(trx, actor, scope, session_id, { ...input, marks: whole }, { source: 'register' })
}
