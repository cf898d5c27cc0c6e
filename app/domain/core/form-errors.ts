import type { z } from 'zod'

/**
 * Codes of the group `refusal`, so that no schema holds a sentence: `input.required`, or with the values of its placeholders
 * `input.too_long|{"max":20}`. A schema's own message must be such a code already.
 */
export const formErrorMap: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null)
        return isChosen(issue) ? 'input.choose' : 'input.required'
      return issue.expected === 'number' || issue.expected === 'int' ? 'input.whole_number' : 'input.type'
    case 'too_small':
      if (issue.origin === 'string')
        return Number(issue.minimum) === 1 ? 'input.required' : coded('too_short', issue)
      return coded(issue.origin === 'array' || issue.origin === 'set' ? 'too_few' : 'too_small', issue)
    case 'too_big':
      if (issue.origin === 'string') return coded('too_long', issue)
      return coded(issue.origin === 'array' || issue.origin === 'set' ? 'too_many' : 'too_big', issue)
    case 'invalid_format':
      return formats[issue.format] ?? 'input.type'
    // Nothing was chosen: `z.instanceof(File)` refuses that as it refuses any other thing.
    case 'custom':
      return issue.input === undefined || issue.input === null ? 'file.choose' : 'input.invalid'
    case 'invalid_value':
    case 'invalid_union':
      return issue.input === undefined ? 'input.choose' : 'input.choice'
    default:
      return 'input.invalid'
  }
}

/** What is chosen from a list is sent as its id, so a missing id was not forgotten in a text box. */
function isChosen({ inst }: z.core.$ZodRawIssue): boolean {
  const def = inst && '_zod' in inst ? (inst._zod.def as { format?: string }) : undefined
  return def?.format === 'uuid'
}

const formats: Record<string, string> = {
  email: 'input.email',
  uuid: 'input.uuid',
  date: 'input.date',
}

function coded(code: string, issue: { minimum?: number | bigint; maximum?: number | bigint }): string {
  const values = issue.minimum === undefined ? { max: Number(issue.maximum) } : { min: Number(issue.minimum) }
  return `input.${code}|${JSON.stringify(values)}`
}
