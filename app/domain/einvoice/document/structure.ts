import { Ajv, type ValidateFunction } from 'ajv'
import { isPlainDate } from '#app/domain/core/dates.ts'
import { structureSchema } from './structure-schema.ts'

/** `10:30:00Z`; the portal takes no other zone, and no fraction. */
const utcTimes = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/

let validate: ValidateFunction | undefined

/**
 * Where the structure of a document is not the portal's: unknown or missing elements, a value without its list, an amount that
 * is no number, an empty date; a signature in one of 1.0, or none in one of 1.1. Each is a path and what is wrong there, such
 * as `/Invoice/0/IssueTime/0/_ must match format "utc-time"`; empty of a good one.
 */
export function structureFaults(document: unknown): string[] {
  validate ??= compile()
  if (validate(document)) return []
  return (validate.errors ?? []).map(({ instancePath, message = '', params }) => {
    const name = params.additionalProperty ? ` (${params.additionalProperty})` : ''
    return `${instancePath} ${message}${name}`
  })
}

function compile(): ValidateFunction {
  const ajv = new Ajv({ allErrors: true, strict: true, strictRequired: false, strictTypes: false })
  ajv.addFormat('date', isPlainDate)
  ajv.addFormat('utc-time', utcTimes)
  ajv.addFormat('utc-instant', (text: string) => {
    const [date = '', time = ''] = text.split('T')
    return isPlainDate(date) && utcTimes.test(time)
  })
  return ajv.compile(structureSchema)
}
