import type { Letter, LetterSetting } from '#app/domain/core/letters/letter.ts'
import { stoppedLetter } from '#app/domain/einvoice/faults/stopped-letter.ts'
import { settingEndingLetter } from '#app/domain/einvoice/settings/ending-letter.ts'
import { endingThings } from '#app/domain/einvoice/settings/endings.ts'
import { shownFaults } from '#app/domain/einvoice/settings/warnings.ts'

/** Letters about e-invoices, each in every case that has words of its own. */
export function einvoiceLetters(setting: LetterSetting): Record<string, Record<string, Letter>> {
  const tins = { ours: 'C1234567890', theirs: 'C9876543210' }
  const ends = endingThings.flatMap((what) =>
    [60, 1, 0, -1].map((days) => ({ what, days, on: '2026-04-01' })),
  )
  return {
    stoppedLetter: Object.fromEntries(
      shownFaults.map((fault) => [
        `e-invoices have stopped: ${fault}`,
        stoppedLetter.compose({ fault, tins, waiting: 3 }, setting),
      ]),
    ),
    settingEndingLetter: Object.fromEntries(
      ends.map((ending) => [
        `${ending.what} of e-invoices end in ${ending.days} days`,
        settingEndingLetter.compose(ending, setting),
      ]),
    ),
  }
}
