import type { Mark } from '#app/domain/classes/sessions/words.ts'

/** What one line of a register says of the student with a number. */
export interface RegisterMark {
  /** On the register, from 1. */
  number: number
  mark: Mark
  late_minutes: number | null
}

export interface ParsedRegister {
  marks: RegisterMark[]
  /** Pieces that say nothing. */
  unread: string[]
}

/** By the letters of the boxes on paper, and by the words of both languages. */
const words: Record<string, Mark> = {
  ...{ p: 'present', present: 'present', h: 'present', hadir: 'present', '1': 'present' },
  ...{ l: 'late', late: 'late', lewat: 'late', '2': 'late' },
  ...{ a: 'absent', absent: 'absent', t: 'absent', 'tidak hadir': 'absent', '3': 'absent' },
  ...{ e: 'excused', excused: 'excused', b: 'excused', bersebab: 'excused', '4': 'excused' },
}

/** The mark that a key, a digit or a word in either language names; undefined for anything else. */
export const markOf = (typed: string): Mark | undefined => words[typed.trim().toLowerCase()]

/**
 * What was typed of a printed register, as `absent: 3, 7; late: 5 (10)`: numbers of students, minutes in brackets, ranges as
 * `8-10`. Whoever is not named is as the page proposes. The last word about a student counts.
 */
export function parseRegister(typed: string): ParsedRegister {
  const found = new Map<number, RegisterMark>()
  const unread: string[] = []
  for (const part of typed.split(/[;\n]/)) {
    if (part.trim() === '') continue
    const colon = part.indexOf(':')
    const mark = colon > 0 ? markOf(part.slice(0, colon)) : undefined
    if (!mark) {
      unread.push(part.trim())
      continue
    }
    for (const piece of part.slice(colon + 1).split(',')) {
      if (piece.trim() === '') continue
      const [, first, last, minutes] =
        /^\s*(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?\s*(?:\(\s*(\d{1,3})\s*\))?\s*$/.exec(piece) ?? []
      const [from, to] = [Number(first), Number(last ?? first)]
      const late_minutes = mark === 'late' && minutes ? Number(minutes) : null
      const isRead = first && from >= 1 && to >= from && !(minutes && mark !== 'late')
      if (!isRead || late_minutes === 0 || (late_minutes ?? 1) > 480) {
        unread.push(piece.trim())
        continue
      }
      for (let number = from; number <= to; number++) found.set(number, { number, mark, late_minutes })
    }
  }
  return { marks: [...found.values()].sort((a, b) => a.number - b.number), unread }
}

/** Longest code that is looked for. */
export const mostCode = 40

/** A code as it is stored, however it was typed: without spaces and hyphens, in capitals. */
export const typedCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()

/** A code in two halves, as it is printed: `4F2A9-1BC7D`. */
export function printedCode(code: string): string {
  const half = Math.ceil(code.length / 2)
  return `${code.slice(0, half)}-${code.slice(half)}`
}
