import { parseArgs } from 'node:util'
import { type NewEntityInput, newEntityForm } from '#app/domain/entities/entity-form.ts'
import { i18nOf } from '#app/i18n/i18n.server.ts'
import { formErrorMap } from '#app/server/forms/form-errors.ts'

export const usage = `npm run tenant -- create --subdomain bestari --name "Pusat Tuisyen Bestari" --type tuition --email owner@bestari.example
npm run tenant -- list
npm run tenant -- drop bestari --yes bestari

create also takes
  --locale KEY         language of the organisation (en)
  --password ...       of the first superadmin; without it they are invited to choose one
  --contact ...        name of the first superadmin
  --phone +60...       of the contact
  --company ...        registered name
  --registration ...   registration number
  --nametag ...        short name before each SMS
  --colour #0e5a63     of its pages
  --fpx SE00000000     seller id, without which FPX is off
  --lift-reserved      lets a reserved subdomain be used`

export type Command =
  | { verb: 'create'; input: NewEntityInput }
  | { verb: 'list' }
  | { verb: 'drop'; subdomain: string }

/** The arguments are wrong; the message says how, in lines for the person at the keyboard. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Option on the command line → field of the form. */
const fields = {
  subdomain: 'subdomain',
  name: 'name',
  type: 'organisation_type',
  email: 'contact_email',
  locale: 'default_locale',
  password: 'password',
  contact: 'contact_name',
  phone: 'contact_phone',
  company: 'company_name',
  registration: 'registration_number',
  nametag: 'nametag',
  colour: 'theme_colour',
  fpx: 'fpx_seller_id',
} as const
type Option = keyof typeof fields

/** Reads what stands behind `npm run tenant --`. Refuses (UsageError) what it does not understand. */
export function readArguments(args: string[]): Command {
  const [verb, ...rest] = args
  if (verb === 'create') return { verb, input: readCreate(rest) }
  if (verb === 'list' && rest.length === 0) return { verb }
  if (verb === 'drop') return { verb, subdomain: readDrop(rest) }
  throw new UsageError(usage)
}

function readCreate(args: string[]): NewEntityInput {
  const names = Object.keys(fields) as Option[]
  const texts = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const values = parsed(() =>
    parseArgs({ args, options: { ...texts, 'lift-reserved': { type: 'boolean' } } }),
  ).values as Partial<Record<Option, string>> & { 'lift-reserved'?: boolean }
  const given = Object.fromEntries(names.map((name) => [fields[name], values[name]]))
  const form = newEntityForm({ lifted: values['lift-reserved'] ?? false })
  const result = form.safeParse(given, { error: formErrorMap })
  if (result.success) return result.data
  const option = Object.fromEntries(names.map((name) => [fields[name], name]))
  const lines = result.error.issues.map(
    ({ path, message }) => `--${option[String(path[0]) as keyof typeof option]}: ${sentenceFor(message)}`,
  )
  throw new UsageError(lines.join('\n'))
}

function readDrop(args: string[]): string {
  const { values, positionals } = parsed(() =>
    parseArgs({ args, allowPositionals: true, options: { yes: { type: 'string' } } }),
  )
  const [subdomain = values.yes, ...others] = positionals
  if (!subdomain || others.length > 0) throw new UsageError(usage)
  if (values.yes !== subdomain) {
    throw new UsageError(
      `Dropping removes the organisation with all its invoices and payments, for good. To go on, add --yes ${subdomain}`,
    )
  }
  return subdomain
}

function parsed<R>(read: () => R): R {
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
