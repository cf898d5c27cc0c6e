import type { z } from 'zod'
import { formErrorMap } from '#app/domain/core/form-errors.ts'
import { i18nOf } from '#app/i18n/i18n.ts'

/** The arguments are wrong; the message says how, in lines for the person at the keyboard. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/**
 * The values of a form that were given as options. Refuses (UsageError) with a line for each wrong one.
 * @param options option on the command line → field of the form
 */
export function formOf<S extends z.ZodType>(
  form: S,
  options: Record<string, string>,
  values: Partial<Record<string, string>>,
): z.output<S> {
  const given = Object.fromEntries(Object.entries(options).map(([option, field]) => [field, values[option]]))
  const result = form.safeParse(given, { error: formErrorMap })
  if (result.success) return result.data
  const named = new Map(Object.entries(options).map(([option, field]) => [field, option]))
  const lines = result.error.issues.map(
    ({ path, message }) => `--${named.get(String(path[0]))}: ${sentenceFor(message)}`,
  )
  throw new UsageError(lines.join('\n'))
}

/** What `read` reads; what parseArgs does not understand is refused (UsageError) with the usage. */
export function understood<R>(usage: string, read: () => R): R {
  try {
    return read()
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`)
  }
}

/** `input.too_long|{"max":20}` as a sentence. */
function sentenceFor(message: string): string {
  const [code, values] = message.split(/\|(.*)/s) as [string, string?]
  return i18nOf('en').t(`refusal.${code}`, values ? JSON.parse(values) : {}) as string
}
