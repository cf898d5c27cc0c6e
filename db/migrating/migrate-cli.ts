import { environment } from '#app/environment.ts'
import { afterMigrating } from '#app/start/after-migrating.ts'
import { withDatabase } from '#app/start/prepare.ts'
import { complain, say } from '#app/start/sentence.ts'
import { migrate } from './migrate.ts'

/**
 * `npm run migrate`: the platform, each organisation that is behind, and the queue; beside a running product or
 * without one. Ends with 1 when an organisation could not be brought up to date: the others are, and running it again
 * tries only what is left.
 */
const failed = await withDatabase(environment, async ({ ownerUrl, appUrl }) => {
  const result = await migrate({
    ownerUrl,
    appUrl,
    onTenant: ({ schema, done, of, reason }) => {
      const count = `${String(done).padStart(String(of).length)} of ${of}`
      if (reason === undefined) say(`  ${count}  ${schema}  is up to date`)
      else complain(`  ${count}  ${schema}  could not be migrated: ${reason}`)
    },
  })
  await afterMigrating(environment, { ownerUrl, appUrl })
  return result.failed.length
})

if (failed > 0) {
  const which = failed === 1 ? 'One organisation is' : `${failed} organisations are`
  complain(
    `${which} still at an older version. Nothing of them was changed; mend the cause and run this again.`,
  )
  process.exitCode = 1
} else {
  say('The database is up to date.')
}
