import { environment } from '#app/environment.ts'
import { type Database, withDatabase } from '#app/start/prepare.ts'
import { say } from '#app/start/sentence.ts'
import { type Command, readArguments } from './arguments.ts'
import { type Created, createTenant } from './create.ts'
import { drop } from './drop.ts'
import { tenantTable } from './list.ts'
import { runCommand } from './run-command.ts'

/** `npm run tenant -- create|list|drop`: beside a running product or without one. */
async function run(command: Command, database: Database): Promise<void> {
  if (command.verb === 'list') return say((await tenantTable(database.ownerUrl)).join('\n'))
  if (command.verb === 'drop') {
    const { name, schema } = await drop(database.ownerUrl, environment, command.subdomain)
    return say(`${name} is gone, with the schema ${schema} and its files.`)
  }
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

await runCommand(async () => {
  const command = readArguments(process.argv.slice(2))
  await withDatabase(environment, (database) => run(command, database))
})
