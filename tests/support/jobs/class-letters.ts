import { markingLetter } from '#app/domain/classes/marking/reminder.ts'
import type { Letter, LetterSetting } from '#app/domain/core/letters/letter.ts'

/** Letters about sessions, to who gives them. */
export function classLetters(name: string, setting: LetterSetting): Record<string, Record<string, Letter>> {
  const late = { subject: name, held_on: '2026-02-28', starts: '16:30' }
  const markingOf = (count: number) =>
    markingLetter.compose(
      Array.from({ length: count }, () => late),
      setting,
    )
  return {
    markingLetter: { 'one session to confirm': markingOf(1), 'many sessions to confirm': markingOf(15) },
  }
}
