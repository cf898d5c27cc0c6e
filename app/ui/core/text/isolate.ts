/** Letters that are written from right to left, and what may stand between two of them without ending the name. */
const letter =
  '[\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}\\p{Script=Adlam}]'
const between = `(?:${letter}|[\\p{M}\\u0640\\u200C\\u200D\\u0660-\\u0669\\u06F0-\\u06F9\\d .'’/-]|&#x27;)`
const hasLetter = new RegExp(letter, 'u')

/** In these markup is shown as letters, or is none. */
const plainElements = '<(textarea|option|title|style|script)\\b[^>]*>[\\s\\S]*?</\\1>'
/** React sets texts that follow one another apart by comments. */
const text = '(?:[^<]|<!-- -->)+'
const markupOrText = new RegExp(`${plainElements}|${text}|<[^>]*>`, 'gi')
const name = new RegExp(`${letter}(?:${between}*(?:${letter}|\\p{M}))?`, 'gu')

/**
 * HTML whose names in Jawi and other scripts from right to left stand in an element of their own. Without it a number or
 * a comma behind such a name is drawn on its other side: `12, ڤوان, 43000 Kajang` as `12, 43000 ,ڤوان Kajang`.
 * @param html with `<`, `>` and quotes in texts and attributes escaped, as React writes it
 */
export function isolateRightToLeft(html: string): string {
  if (!hasLetter.test(html)) return html
  return html.replace(markupOrText, (found) => {
    const isMarkup = found.startsWith('<') && !found.startsWith('<!-- -->')
    if (isMarkup || !hasLetter.test(found)) return found
    const isolated = found.replace(name, '<bdi>$&</bdi>')
    // One piece, since a flexible box sets the pieces of a text apart.
    return isolated === `<bdi>${found}</bdi>` ? isolated : `<bdi dir="ltr">${isolated}</bdi>`
  })
}
