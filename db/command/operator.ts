import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { originOfMain } from '#app/domain/organisation/entities/origin.ts'
import { environment } from '#app/environment.ts'
import { paths } from '#app/paths.ts'
import { withDatabase } from '#app/start/prepare.ts'
import { say } from '#app/start/sentence.ts'
import { createPool } from '#db/pool.ts'
import { type OperatorCommand, readOperatorArguments } from './operator-arguments.ts'
import { firstOperator, type Invited, invitedAnew, letIn, operatorTable } from './operators.ts'
import { runCommand } from './run-command.ts'

/** `npm run operator -- create|list|invite|reset`: for who cannot do it on a page, or not yet. */
async function run(command: OperatorCommand, appUrl: string): Promise<string[]> {
  const pool = createPool(appUrl, { max: 1, waitMs: 10_000 })
  const ring = environmentKeyring(environment)
  try {
    if (command.verb === 'list') return await operatorTable(pool)
    if (command.verb === 'create') return welcome(await firstOperator(pool, ring, command.input, command))
    if (command.verb === 'invite') return welcome(await invitedAnew(pool, ring, command.email))
    return welcome(await letIn(pool, ring, command.email, command))
  } finally {
    await pool.end()
  }
}

function welcome({ name, email, token }: Invited): string[] {
  const origin = originOfMain(environment)
  const second = environment.operatorSecondFactor === 'required'
  return [
    `${name} may choose a password and sign in: ${origin}${paths.admin.login()}`,
    `  sign in   ${email}`,
    `  password  to be chosen at ${origin}${paths.admin.invitation({ token })}`,
    '            (opens once, within seven days; shown only now, and mailed to that address)',
    ...(second
      ? ['  The first thing to do then is to set up a second factor: have an authenticator app ready.']
      : []),
  ]
}

await runCommand(async () => {
  const command = readOperatorArguments(process.argv.slice(2))
  const lines = await withDatabase(environment, ({ appUrl }) => run(command, appUrl))
  for (const line of lines) say(line)
})
