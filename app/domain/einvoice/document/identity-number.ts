/** A person's or a company's number, beside the TIN. Rules that began on a day are dated. */

/** Twelve digits: the day of birth, two of the place, four more; its third and fourth digit are a month. */
export function isNric(value: string): boolean {
  const [, month, day] = /^\d\d(\d\d)(\d\d)\d{6}$/.exec(value) ?? []
  return isBetween(month, 1, 12) && isBetween(day, 1, 31)
}

/** Twelve digits of the register of companies: the year, two for the kind of company, six more. */
export function isCompanyNumber(value: string): boolean {
  const [, year, kind] = /^((?:19|20)\d\d)(\d\d)\d{6}$/.exec(value) ?? []
  return isBetween(year, 1900, 2099) && isBetween(kind, 1, 6)
}

/** `200101145678` is both: somebody of 2020, or a company of 2001. Only a person can say which. */
export const isAmbiguous = (value: string): boolean => isNric(value) && isCompanyNumber(value)

/** Said where a person's TIN is known and no number beside it. */
export const unknownNric = '000000000000'

/** The portal takes at most twelve characters of a passport since 23 October 2026; twenty before. */
export function longestPassport(on: string): number {
  return on < '2026-10-23' ? 20 : 12
}

export const isPassport = (value: string): boolean => /^[A-Z0-9]+$/i.test(value)

export const isArmy = (value: string): boolean => /^[A-Z0-9]{1,12}$/i.test(value)

/** Older numbers have letters and dashes, such as those of sole proprietors. */
export const isBrn = (value: string): boolean => /^(?=.*\d)[A-Z0-9][A-Z0-9-]{0,19}$/i.test(value)

function isBetween(digits: string | undefined, from: number, to: number): boolean {
  const number = Number(digits)
  return number >= from && number <= to
}
