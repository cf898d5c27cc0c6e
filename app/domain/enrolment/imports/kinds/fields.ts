import { asChoice, type Reader } from '#app/domain/core/spreadsheets/cells.ts'
import type { ImportField } from '../kind.ts'

/** Makes the fields of one noun: `called` says what a key is called, `words` by what its column is recognised. */
export const fieldsNamed =
  (called: (key: string) => Pick<ImportField, 'label' | 'of'>) =>
  (
    key: string,
    read: Reader,
    words: string,
    sample: ImportField['sample'] = '',
    more: Partial<ImportField> = {},
  ): ImportField => ({ key, ...called(key), read, sample, words, ...more })

export const needed = { required: true } as const

export const genderOf = asChoice({
  female: 'perempuan,p,f,girl,wanita',
  male: 'lelaki,l,m,boy,laki laki',
})

/** Values by themselves, with spaces for underscores, and by what people call them otherwise. */
export const ownWords = <T extends string>(values: readonly T[], words: Partial<Record<T, string>>) =>
  asChoice(
    Object.fromEntries(values.map((value) => [value, `${value.replaceAll('_', ' ')},${words[value] ?? ''}`])),
  )
