import { z } from 'zod'
import { compact } from '#app/domain/core/invisible.ts'

/**
 * Tax identification numbers as LHDN writes them (frequently asked questions of the MyInvois SDK): people have IG, all others
 * one of a few prefixes and a number that ends in 0.
 */
const companies = /^(CS|C|D|FA|F|PT|TA|TC|TN|TR|TP|J|LE)(\d+)$/

/** Numbers that stand for kinds of people without one of their own. */
export const generalTins = {
  /** Malaysians known by their identity card, and the buyer of a consolidated document. */
  public: 'EI00000000010',
  foreignBuyer: 'EI00000000020',
  foreignSupplier: 'EI00000000030',
  government: 'EI00000000040',
} as const

export const isGeneralTin = (tin: string): boolean => Object.values<string>(generalTins).includes(tin)

/**
 * Without spaces and dashes, in capitals; SG and OG are the older names of IG; of all others zeros behind the prefix are
 * dropped and the last digit is 0. ` c 123456789 ` is `C1234567890`. Does not check that it is a number: {@link isTin}.
 */
export function normalizeTin(typed: string): string {
  const tin = compact(typed)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
  const [, prefix, digits] = companies.exec(tin) ?? []
  if (!prefix || !digits) return tin.replace(/^[SO]G(?=\d)/, 'IG')
  const number = digits.replace(/^0+(?=\d)/, '')
  return prefix + (number.endsWith('0') ? number : `${number}0`)
}

/** Ten to fourteen characters of the right form; a general one, too. */
export function isTin(tin: string): boolean {
  if (tin.length < 10 || tin.length > 14) return false
  return isGeneralTin(tin) || isPersonTin(tin) || (companies.test(tin) && tin.endsWith('0'))
}

/** Of a person, not of a company or another body. */
export const isPersonTin = (tin: string): boolean => /^IG\d+$/.test(tin)

/** Somebody's own TIN on a form, normalised. Refuses `wrong`, and (input.general_tin) a number that stands for no one. */
export const ownTin = (wrong: string) =>
  z
    .string()
    .max(40)
    .transform(normalizeTin)
    .pipe(
      z
        .string()
        .refine(isTin, { message: wrong, abort: true })
        .refine((tin) => !isGeneralTin(tin), 'input.general_tin'),
    )
