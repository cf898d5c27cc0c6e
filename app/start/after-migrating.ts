import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { publishKeys } from '#app/domain/core/signatures/signing-keys.ts'
import type { Environment } from '#app/environment.ts'
import { asOwner } from '#db/owner.ts'
import { migrateQueue } from '#jobs/queue/migrate-queue.ts'

/** What else is made ready once the schemas are: the keys of papers are published, and the queue in Postgres has its tables. */
export async function afterMigrating(
  environment: Pick<Environment, 'appKey' | 'olderKeys' | 'redisUrl'>,
  { ownerUrl, appUrl }: { ownerUrl: string; appUrl: string },
): Promise<void> {
  await asOwner(ownerUrl, (owner) => publishKeys(owner, environmentKeyring(environment)))
  if (!environment.redisUrl) await migrateQueue(ownerUrl, decodeURIComponent(new URL(appUrl).username))
}
