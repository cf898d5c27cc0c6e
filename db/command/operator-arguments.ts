import { parseArgs } from 'node:util'
import { type OperatorInput, operatorForm } from '#app/domain/platform/operators/operator.ts'
import { formOf, UsageError, understood } from './usage.ts'

export const usage = `npm run operator -- create --email siti@lunas.example --name "Siti Aminah"
npm run operator -- list
npm run operator -- invite siti@lunas.example
npm run operator -- reset siti@lunas.example --yes siti@lunas.example

create makes the first operator, an owner, who is invited to choose a password. It also takes
  --role ROLE        owner, finance, support or auditor (owner)
  --locale KEY       language of the operator (en)
  --phone +60...     of the operator
  --another          although there are operators already
invite gives a new link to somebody who has not chosen a password yet. reset takes the password and the
sessions of somebody who is locked out, gives a link to choose another one, and also takes
  --second-factor    the second factor, which is set up anew when they sign in`

export type OperatorCommand =
  | { verb: 'create'; input: OperatorInput; another: boolean }
  | { verb: 'list' }
  | { verb: 'invite'; email: string }
  | { verb: 'reset'; email: string; secondFactor: boolean }

/** Option on the command line → field of the form. */
const fields = { email: 'email', name: 'name', role: 'role', locale: 'locale', phone: 'phone' }

/** Reads what stands behind `npm run operator --`. Refuses (UsageError) what it does not understand. */
export function readOperatorArguments(args: string[]): OperatorCommand {
  const [verb, ...rest] = args
  if (verb === 'create') return readCreate(rest)
  if (verb === 'list' && rest.length === 0) return { verb }
  if (verb === 'invite' && rest.length === 1) return { verb, email: rest[0]!.toLowerCase() }
  if (verb === 'reset') return readReset(rest)
  throw new UsageError(usage)
}

function readCreate(args: string[]): OperatorCommand {
  const text = { type: 'string' } as const
  const options = {
    email: text,
    name: text,
    phone: text,
    role: { ...text, default: 'owner' },
    locale: { ...text, default: 'en' },
    another: { type: 'boolean', default: false },
  } as const
  const { another, ...values } = understood(usage, () => parseArgs({ args, options })).values
  return { verb: 'create', input: formOf(operatorForm, fields, values), another }
}

function readReset(args: string[]): OperatorCommand {
  const options = { yes: { type: 'string' }, 'second-factor': { type: 'boolean', default: false } } as const
  const { values, positionals } = understood(usage, () =>
    parseArgs({ args, allowPositionals: true, options }),
  )
  const [email = values.yes, ...others] = positionals
  if (!email || others.length > 0) throw new UsageError(usage)
  if (values.yes !== email) {
    throw new UsageError(
      `Resetting takes the password and ends the sessions of this operator. To go on, add --yes ${email}`,
    )
  }
  return { verb: 'reset', email: email.toLowerCase(), secondFactor: values['second-factor'] }
}
