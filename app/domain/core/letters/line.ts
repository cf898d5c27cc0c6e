/**
 * Typed text as part of one line of a mail's head: no line breaks or control characters, no piece that a mail program
 * would decode, not longer than `most` letters. What is left may be empty.
 */
export function lineOf(text: string, most = 100): string {
  const line = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    // What turns the direction of writing or cannot be seen makes a name look like another.
    .replace(/\p{Cf}/gu, '')
    // The beginning of an encoded word (RFC 2047), which could hold anything, line breaks included.
    .replaceAll('=?', '= ?')
    .trim()
  const letters = [...line]
  return letters.length > most
    ? `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : line
}
