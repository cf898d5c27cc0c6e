import { parseArgs } from 'node:util'
import { type NewEntityInput, newEntityForm } from '#app/domain/organisation/entities/entity-form.ts'
import { formOf, UsageError, understood } from './usage.ts'

export const usage = `npm run tenant -- create --subdomain bestari --name "Pusat Tuisyen Bestari" --type tuition --email owner@bestari.example
npm run tenant -- list
npm run tenant -- drop bestari --yes bestari

create also takes
  --locale KEY         language of the organisation (en)
  --password ...       of the first owner; without it they are invited to choose one
  --contact ...        name of the first owner
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
}

/** Reads what stands behind `npm run tenant --`. Refuses (UsageError) what it does not understand. */
export function readArguments(args: string[]): Command {
  const [verb, ...rest] = args
  if (verb === 'create') return { verb, input: readCreate(rest) }
  if (verb === 'list' && rest.length === 0) return { verb }
  if (verb === 'drop') return { verb, subdomain: readDrop(rest) }
  throw new UsageError(usage)
}

function readCreate(args: string[]): NewEntityInput {
  const texts = Object.fromEntries(Object.keys(fields).map((name) => [name, { type: 'string' as const }]))
  const { values } = understood(usage, () =>
    parseArgs({ args, options: { ...texts, 'lift-reserved': { type: 'boolean' } } }),
  )
  const { 'lift-reserved': lifted = false, ...given } = values as Record<string, string> & {
    'lift-reserved'?: boolean
  }
  return formOf(newEntityForm({ lifted }), fields, given)
}

function readDrop(args: string[]): string {
  const { values, positionals } = understood(usage, () =>
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
