import { filledText } from './text.ts'

/** Of one line, and how many lines there are. */
export const longestLine = 150
export const mostLines = 3

/**
 * The lines of an address as the portal takes them: empty ones are dropped, one of more than 150 characters goes on in the
 * next. Undefined when that takes more than three.
 */
export function addressLines(written: readonly (string | null | undefined)[]): string[] | undefined {
  const lines = written.flatMap((line) => split(filledText(line) ?? ''))
  return lines.length > mostLines ? undefined : lines
}

/** At the last space that fits, or in the middle of a word that is longer than a line. */
function split(line: string): string[] {
  if (line.length === 0) return []
  if (line.length <= longestLine) return [line]
  const room = line.slice(0, longestLine + 1)
  const gap = room.lastIndexOf(' ')
  const end = gap > 0 ? gap : longestLine
  return [line.slice(0, end).trimEnd(), ...split(line.slice(end).trimStart())]
}
