import { withoutMarks } from '#app/domain/core/invisible.ts'

/** As a page can show it: without folders, control characters and what is too long. */
export function nameOfFile({ name }: File): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  return (
    withoutMarks(last)
      .replace(/[\p{Cc}\u2028\u2029]/gu, '')
      .trim()
      .slice(-100) || '–'
  )
}
