/**
 * Marks without ink that come along when text is copied: zero-width spaces, soft hyphens, byte order marks, and everything
 * that turns the direction of writing, by which one name can look like another. The joiners (U+200C, U+200D) and the
 * variation selectors stay, since scripts and emoji are spelled with them.
 */
const marks = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu
/** Characters without width or ink; some join letters that can be seen, but alone they say nothing. */
const inkless = /[\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Text as it is stored: without {@link marks}. */
export const withoutMarks = (text: string): string => text.replace(marks, '')

/** What can be seen of a text: for numbers, codes and addresses, in which no character without ink has a meaning. */
export const withoutInvisible = (text: string): string => text.replace(inkless, '')

/** A number or code without what people put between its letters: `140506-10‑4321` as `140506104321`; digits of full width too. */
export const compact = (typed: string): string =>
  withoutInvisible(typed)
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')

/** Texts in parsed JSON without {@link marks}, however deep; `keep` names the fields that stay as they were sent. */
export function withoutMarksInside(value: unknown, keep: (field: string) => boolean): unknown {
  if (typeof value === 'string') return withoutMarks(value)
  if (Array.isArray(value)) return value.map((one) => withoutMarksInside(one, keep))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, keep(name) ? one : withoutMarksInside(one, keep)]),
  )
}

/** Passwords, secrets and keys are taken letter by letter as they were set. */
export const isSecretField = (name: string): boolean => /password|secret|token|key$|^kept_form$/i.test(name)
