export const codeChannels = ['sms', 'whatsapp', 'email'] as const
export type CodeChannel = (typeof codeChannels)[number]

/** A code that was asked for one thing does not open another. */
export type CodePurpose = 'sign_in' | 'organisation' | 'confirm'

export const codeLife = { digits: 6, seconds: 300, tries: 5 } as const

/** Seconds until the same address may ask again. */
export const resendSeconds = 60

/** Codes for one address: within ten minutes, an hour, a day. */
export const codesPerAddress = [
  { points: 3, seconds: 600 },
  { points: 5, seconds: 3_600 },
  { points: 10, seconds: 86_400 },
] as const

/** Codes that may be asked for, and wrong ones that may be tried, in an hour. */
export const codesPerHour = { visitor: 60, place: 600 } as const
export const wrongCodesPerHour = { visitor: 60, place: 200 } as const

/** The most that guessing can gain in a day against one account: codes times tries, of a million. */
export const guessedPerDay = (codesPerAddress[2].points * codeLife.tries) / 10 ** codeLife.digits
