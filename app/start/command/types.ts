import { environment } from '#app/environment.ts'
import { addressesOf, migrateDatabase } from '#app/start/prepare.ts'
import { say } from '#app/start/sentence.ts'
import { generateTypes } from '#db/generate-types.ts'
import { startThrowAway } from '#db/throw-away.ts'

/** `npm run types`: migrates an empty database and writes `db/types.ts` from it. */
const server = await startThrowAway()
try {
  await migrateDatabase(environment, addressesOf(environment, server.ownerUrl(), server))
  await generateTypes(server.ownerUrl(), { verify: false })
  say('db/types.ts is written.')
} finally {
  await server.stop()
}
