import { z } from 'zod'
import { malaysianPhone } from '#app/domain/core/contact/phone.ts'
import { isGeneralTin, isTin, normalizeTin } from '#app/domain/core/contact/tin.ts'
import { email, settingVersion, text } from '#app/domain/core/fields.ts'
import { compact, withoutInvisible } from '#app/domain/core/invisible.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { organisationTypes } from '#app/domain/organisation/entities/entity-form.ts'
import { isMsic, msicActivity, noMsic, searchMsic } from '../codes/msic.ts'
import { isState } from '../codes/states.ts'
import { type IdType, idTypes } from '../words.ts'

/** A tax number of the taxpayer itself, in LHDN's form; the numbers that stand for kinds of people are none. */
export const taxpayerTin = z
  .string()
  .max(40)
  .transform(normalizeTin)
  .pipe(z.string().refine((tin) => isTin(tin) && !isGeneralTin(tin), 'einvoice_setting.tin'))

/** As in the register of companies, without spaces and dashes. */
export const companyNo = z
  .string()
  .max(40)
  .transform((typed) => compact(typed).toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9]{8,20}$/, 'einvoice_setting.brn'))

/** One number or two with a semicolon between them, hyphens as Customs writes them; none and NA are the same. */
const sst = z
  .string()
  .max(80)
  .transform((typed) => withoutInvisible(typed).replace(/\s/g, '').toUpperCase())
  .pipe(z.string().refine((number) => number.length <= 35 && sstNumbers.test(number), 'einvoice_setting.sst'))
  .transform((number) => (number === 'NA' ? undefined : number))
const sstNumbers = /^(NA|[A-Z0-9-]{5,}(;[A-Z0-9-]{5,})?)$/

/** Who the organisation is to the portal. An empty number field leaves the stored number as it is. */
export const companyForm = z.object({
  name: text({ min: 2, max: 300 }),
  tin: taxpayerTin,
  id_type: z.enum(idTypes),
  id_value: z
    .string()
    .max(40)
    .transform((typed) => compact(typed).toUpperCase())
    .optional(),
  sst_number: sst.optional(),
  /** A code, with or without its words, or words to search for. */
  msic: text({ max: 300 }),
  /** One of those that the words found. */
  msic_choice: z
    .string()
    .regex(/^\d{5}$/, 'einvoice_setting.msic')
    .optional(),
  activity: text({ max: 300 }).optional(),
  address_line1: text({ max: 150 }),
  address_line2: text({ max: 150 }).optional(),
  address_line3: text({ max: 150 }).optional(),
  postcode: z
    .string()
    .trim()
    .regex(/^\d{5}$/, 'input.postcode'),
  city: text({ max: 50 }),
  state_code: z.string().refine(isState, 'input.choice'),
  phone: malaysianPhone,
  email: email.optional(),
  version: settingVersion,
})
export type CompanyInput = z.output<typeof companyForm>

const shapes: Record<IdType, RegExp> = {
  // Between the year and the day of birth there is a month.
  NRIC: /^\d{2}(0[1-9]|1[0-2])\d{8}$/,
  ARMY: /^\d{12}$/,
  PASSPORT: /^[A-Z0-9]{5,12}$/,
  BRN: /^(?!NA$)[A-Z0-9]{8,20}$/,
}

/**
 * Refuses a number that is not of its kind (einvoice_setting.nric, .army, .passport, .brn), and an identity card beside the
 * tax number of a company (einvoice_setting.company_id): the portal takes only the registration number there.
 */
export function refuseWrongId(type: IdType, value: string, tin: string): void {
  if (!shapes[type].test(value))
    throw new Refusal(`einvoice_setting.${type.toLowerCase() as Lowercase<IdType>}`, 'id_value')
  if (type !== 'BRN' && !tin.startsWith('IG')) throw new Refusal('einvoice_setting.company_id', 'id_type')
}

/**
 * The code of what was typed. Refuses (einvoice_setting.msic_choose, with those that were found) words that several
 * activities have, (einvoice_setting.msic) what no activity is, and (einvoice_setting.msic_none) 00000, which a seller in
 * Malaysia never has.
 */
export function msicOf({ msic, msic_choice }: Pick<CompanyInput, 'msic' | 'msic_choice'>): string {
  const typed = msic_choice ?? msic
  const [code] = /^\d{5}(?!\d)/.exec(typed) ?? []
  if (code === noMsic) throw new Refusal('einvoice_setting.msic_none', 'msic')
  if (code && isMsic(code)) return code
  const found = code ? [] : searchMsic(typed, 12).filter((one) => one.code !== noMsic)
  if (found.length === 0) throw new Refusal('einvoice_setting.msic', 'msic')
  if (found.length === 1) return found[0]!.code
  throw new Refusal('einvoice_setting.msic_choose', 'msic', {}, found)
}

/** As it is shown in its field: code and words. */
export const writtenMsic = (code: string | null): string | null =>
  code === null ? null : `${code} ${msicActivity(code) ?? ''}`.trim()

/** What an organisation of this kind most likely is. */
export const msicOfType: Record<(typeof organisationTypes)[number], string | null> = {
  kindergarten: '85102',
  nursery: '88902',
  school: '85104',
  tuition: '85491',
  tahfiz: '85493',
  ngo: null,
  club: null,
  other: null,
}
