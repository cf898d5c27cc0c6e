import { withoutMarks } from '#app/domain/core/invisible.ts'

/**
 * Text as a document bears it: on one line, without control characters, invisible marks and halves of a character, so that
 * its bytes are the same however it is written as JSON. The portal refuses line breaks and NUL.
 */
export function plainText(text: string): string {
  if (simple.test(text)) return text
  return withoutMarks(text).toWellFormed().replace(breaks, ' ').trim()
}

/** Most text is; a document has a hundred of them. */
const simple = /^[!-~](?:[!-~]| (?! ))*(?<! )$/
const breaks = /[\s\p{Cc}\u2028\u2029]+/gu

/** Undefined of nothing, so that its element is left out: the portal refuses an empty one. */
export function filledText(text: string | null | undefined): string | undefined {
  return (text && plainText(text)) || undefined
}
