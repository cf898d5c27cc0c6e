import type { Environment } from '#app/environment.ts'
import { removeFilesOf } from '#app/integrations/files/files.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { asOwner } from '#db/owner.ts'
import { dropTenant } from '#db/provisioning/provision.ts'
import { UsageError } from './usage.ts'

/** Longer than any request or job that may still be writing a file. */
const untilAllHaveEnded = 10 * 60_000

/**
 * Removes an organisation from the database, then its files. The same transaction asks a worker to remove them once
 * more: those that were written meanwhile, or all, should this process not come that far. Refuses (UsageError) a
 * subdomain that nobody has.
 */
export async function drop(
  ownerUrl: string,
  environment: Pick<Environment, 'dataDir'>,
  subdomain: string,
): Promise<{ name: string; schema: string }> {
  const gone = await asOwner(ownerUrl, async (owner) => {
    const entity = await owner
      .selectFrom('platform.entity')
      .select(['id', 'name', 'schema_name as schema', 'role_name as role'])
      .where('subdomain', '=', subdomain)
      .executeTakeFirst()
    if (!entity) throw new UsageError(`There is no organisation with the subdomain "${subdomain}".`)
    await owner.transaction().execute(async (trx) => {
      await dropTenant(trx, entity)
      const later = new Date(Date.now() + untilAllHaveEnded)
      await enqueue(trx, 'files.remove', { schema: entity.schema }, later)
    })
    return entity
  })
  await removeFilesOf(environment, gone.schema)
  return gone
}
