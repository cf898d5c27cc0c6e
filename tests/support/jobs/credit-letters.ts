import type { Letter, LetterSetting } from '#app/domain/core/letters/letter.ts'
import { topUpLetter } from '#app/domain/platform/message-credits/top-up-letter.ts'
import { messageCreditLetter } from '#app/domain/platform/subscriptions/subscription-letters.ts'

/** Letters about message credits, each in every case that has words of its own. */
export function creditLetters(setting: LetterSetting): Record<string, Record<string, Letter>> {
  const paid = {
    number: 'PI-26-000012',
    credits: 5_250,
    total_sen: 530_00,
    paid_on: '2026-01-31',
    credit: 5_304,
  }
  const few = [99, 1, 0].map((credit) => [
    `${credit} message credits`,
    messageCreditLetter.compose({ credit }, setting),
  ])
  return {
    topUpLetter: { 'message credits that were bought': topUpLetter.compose(paid, setting) },
    messageCreditLetter: Object.fromEntries(few),
  }
}
