/** Below this number of message credits the low-credit mail is sent. */
export const fewCredits = 100

/** What one message costs. An SMS costs as much for each of its segments; in-app and e-mail cost nothing. */
export const channelCredits = { sms: 1, whatsapp: 2 } as const

/** Top-ups are sold in hundreds of ringgit. */
export const topUpStepSen = 100_00
export const leastTopUpSen = 100_00
export const mostTopUpSen = 10_000_00

/** Credits for each RM100, by the amount from which they count; the more at once, the cheaper. */
export const creditRates = [
  { from_sen: 100_00, credits: 1_000 },
  { from_sen: 500_00, credits: 1_050 },
  { from_sen: 1_000_00, credits: 1_100 },
] as const

/** Whether an amount can be topped up: whole hundreds of ringgit within the limits. */
export const isTopUp = (sen: number): boolean =>
  sen >= leastTopUpSen && sen <= mostTopUpSen && sen % topUpStepSen === 0

/** What an amount buys before tax, in whole credits, and how many of them are a bonus. Throws for an amount that is not sold. */
export function creditsFor(sen: number): { credits: number; bonus: number } {
  if (!isTopUp(sen)) throw new RangeError(`not a top-up: ${sen} sen`)
  const hundreds = sen / topUpStepSen
  const rate = creditRates.findLast(({ from_sen }) => sen >= from_sen)!
  const credits = hundreds * rate.credits
  return { credits, bonus: credits - hundreds * creditRates[0].credits }
}

/** Amounts that the page of a top-up offers; any other within the limits can be typed. */
export const offeredSen = [100_00, 200_00, 500_00, 1_000_00, 2_000_00, 5_000_00] as const
