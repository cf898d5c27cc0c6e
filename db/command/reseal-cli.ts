import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { environment } from '#app/environment.ts'
import { withDatabase } from '#app/start/prepare.ts'
import { complain, say } from '#app/start/sentence.ts'
import { resealAll } from './reseal.ts'

/**
 * `npm run reseal`: the second step of changing APP_KEY. The first is to start the product with the new key as APP_KEY
 * and the old one as APP_KEY_BEFORE; when this says that all is done, the old key can go.
 */
const places = await withDatabase(environment, ({ ownerUrl }) =>
  resealAll(ownerUrl, environmentKeyring(environment), ({ place, resealed, unreadable }) => {
    if (resealed > 0) say(`  ${place}: ${resealed} sealed anew`)
    for (const cell of unreadable) complain(`  ${place}: ${cell} cannot be opened with any of the keys`)
  }),
)

const lost = places.reduce((sum, { unreadable }) => sum + unreadable.length, 0)
if (lost > 0) {
  complain(`${lost} sealed values could not be opened and were left as they are: is a key missing?`)
  process.exitCode = 1
} else {
  say('Everything is sealed with the newest key.')
}
