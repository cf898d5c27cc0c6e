export const codeChannels = ['sms', 'whatsapp', 'email'] as const
export type CodeChannel = (typeof codeChannels)[number]

/** A code that was asked for one thing does not open another. */
export type CodePurpose = 'sign_in' | 'organisation' | 'confirm' | 'registration'

export const codeLife = { digits: 6, seconds: 300, tries: 5 } as const

/** Seconds until the same address may ask again. */
export const resendSeconds = 60

/** Codes for one address: within ten minutes, an hour, a day. */
export const codesPerAddress = [
  { points: 3, seconds: 600 },
  { points: 5, seconds: 3_600 },
  { points: 10, seconds: 86_400 },
] as const

/**
 * Codes that may be asked for in an hour: by one network; by mail or message for finding one's organisation, by
 * everybody together. Those for signing in have no such limit at an organisation, since anybody could use it up; what
 * they cost is limited by the messages of a day (jobs/handlers/codes.ts).
 */
export const codesPerHour = { visitor: 60, finder: 600 } as const
/** Wrong codes in an hour after which a network, or all of a place, may try each code once instead of five times. */
export const wrongCodesPerHour = { visitor: 60, place: 200 } as const

const codes = 10 ** codeLife.digits

/** The most that guessing can gain in a day against one account: codes times tries, of a million. */
export const guessedPerDay = (codesPerAddress[2].points * codeLife.tries) / codes

/**
 * The most that guessing can gain in an hour against all accounts of a place together, in which so many codes were
 * sent: the wrong codes after which it becomes wary, and then one try for each code.
 */
export const guessedPerHour = (sent: number) => (wrongCodesPerHour.place + sent) / codes
