import { asRefusal } from '#app/domain/refusal.ts'
import { environment } from '#app/environment.ts'
import { i18nOf } from '#app/i18n/i18n.server.ts'
import { type Database, withDatabase } from '#app/start/prepare.ts'
import { complain, say } from '#app/start/sentence.ts'
import { asOwner } from '#db/owner.ts'
import { dropTenant } from '#db/provisioning/provision.ts'
import { type Command, readArguments, UsageError } from './arguments.ts'
import { type Created, createTenant } from './create.ts'
import { tenantTable } from './list.ts'

/** `npm run tenant -- create|list|drop`: beside a running product or without one. */
async function run(command: Command, database: Database): Promise<void> {
  if (command.verb === 'list') return say((await tenantTable(database.ownerUrl)).join('\n'))
  if (command.verb === 'drop') return drop(database, command.subdomain)
  const { input } = command
  const created = await createTenant(database, input)
  for (const line of welcome(input, created)) say(line)
}

function welcome(
  { name, subdomain, contact_email, registration_number }: Extract<Command, { verb: 'create' }>['input'],
  { invitation, place }: Created,
): string[] {
  const scheme = environment.secure ? 'https' : 'http'
  const origin = `${scheme}://${subdomain}.${environment.mainHost}`
  return [
    `${name} is there: ${origin}/login`,
    `  schema    ${place.schema}`,
    `  sign in   ${contact_email}`,
    ...(invitation
      ? [
          `  password  to be chosen at ${origin}${invitation}`,
          '            (opens once, within seven days; the same link is mailed to that address)',
        ]
      : []),
    ...(registration_number
      ? []
      : ['  Its registration number is not known yet, and belongs on its invoices.']),
  ]
}

async function drop({ ownerUrl }: Database, subdomain: string) {
  await asOwner(ownerUrl, async (owner) => {
    const entity = await owner
      .selectFrom('platform.entity')
      .select(['id', 'name', 'schema_name', 'role_name'])
      .where('subdomain', '=', subdomain)
      .executeTakeFirst()
    if (!entity) throw new UsageError(`There is no organisation with the subdomain "${subdomain}".`)
    await dropTenant(owner, { id: entity.id, schema: entity.schema_name, role: entity.role_name })
    say(`${entity.name} is gone, with the schema ${entity.schema_name}.`)
  })
}

/** What can be said in one line for the person at the keyboard; undefined for what should not happen. */
function sentenceFor(error: unknown): string | undefined {
  if (error instanceof UsageError) return error.message
  const refusal = asRefusal(error)
  if (refusal) return String(i18nOf('en').t(`refusal.${refusal.code}`, refusal.values))
  const { code } = error as { code?: string }
  return code === '42P01' || code === '3F000'
    ? 'This database has no tables yet: run "npm run migrate" first.'
    : undefined
}

try {
  const command = readArguments(process.argv.slice(2))
  await withDatabase(environment, (database) => run(command, database))
} catch (error) {
  const sentence = sentenceFor(error)
  if (!sentence) throw error
  complain(sentence)
  process.exitCode = 1
}
