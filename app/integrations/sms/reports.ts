import type { Gateway } from './gateway.ts'

export type ReportedStatus = 'sent' | 'delivered' | 'read' | 'failed'

export interface Report {
  /** The gateway's id of the message and our reference, at least one of them. */
  id: string | undefined
  reference: string | undefined
  status: ReportedStatus
  /** Nobody can be reached at this number. */
  isNumber: boolean
}

const most = 1_000

/**
 * What a gateway reports, in the words of its description: the fields of a form or an address, or JSON. A report whose status
 * means nothing, or that names no message, is left out.
 */
export function reportsIn(
  { reports }: Pick<Gateway, 'reports'>,
  { query, body, type }: { query: URLSearchParams; body: string; type: string },
): Report[] {
  if (!reports) return []
  return bodiesOf(reports.list, { query, body, type })
    .slice(0, most)
    .flatMap((fields) => {
      const said = textAt(fields, reports.status) ?? ''
      const matches = (pattern: string | undefined) =>
        pattern !== undefined && new RegExp(pattern, 'im').test(said)
      const status = (['failed', 'read', 'delivered', 'sent'] as const).find((name) => matches(reports[name]))
      const id = reports.id && textAt(fields, reports.id)
      const reference = reports.reference && textAt(fields, reports.reference)
      if (!status || !(id || reference)) return []
      return [{ id, reference, status, isNumber: status === 'failed' && matches(reports.number) }]
    })
}

function bodiesOf(
  list: string | undefined,
  { query, body, type }: { query: URLSearchParams; body: string; type: string },
): unknown[] {
  if (type.includes('json')) {
    const whole = parsed(body)
    if (list === undefined) return Array.isArray(whole) ? whole : [whole]
    const found = listsAt(whole, list.split('.'))
    return found
  }
  const form = new URLSearchParams(body)
  return [Object.fromEntries([...query, ...form])]
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** All lists at a path; a list on the way there is gone through, as providers nest theirs. */
function listsAt(whole: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(whole)) return path.length === 0 ? whole : whole.flatMap((one) => listsAt(one, path))
  const [first, ...rest] = path
  return first === undefined ? [whole] : listsAt(fieldOf(whole, first), rest)
}

/** Of a plain field by its whole name first: in a form a dot is a letter like others. */
function textAt(fields: unknown, name: string): string | undefined {
  const found = fieldOf(fields, name) ?? name.split('.').reduce<unknown>(fieldOf, fields)
  return typeof found === 'string' || typeof found === 'number' ? String(found).slice(0, 200) : undefined
}

function fieldOf(fields: unknown, name: string): unknown {
  return fields !== null && typeof fields === 'object' && Object.hasOwn(fields, name)
    ? (fields as Record<string, unknown>)[name]
    : undefined
}
