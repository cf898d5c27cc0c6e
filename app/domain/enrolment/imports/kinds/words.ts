import { asChoice } from '#app/domain/core/spreadsheets/cells.ts'

export const genderOf = asChoice({
  female: 'perempuan,p,f,girl,wanita',
  male: 'lelaki,l,m,boy,laki laki',
})

/** Values by themselves, with spaces for underscores, and by what people call them otherwise. */
export const ownWords = <T extends string>(values: readonly T[], words: Partial<Record<T, string>>) =>
  asChoice(
    Object.fromEntries(values.map((value) => [value, `${value.replaceAll('_', ' ')},${words[value] ?? ''}`])),
  )
