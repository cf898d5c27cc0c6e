import { todayIn } from '#app/domain/core/dates.ts'
import { latestTenantVersion } from '#db/migrating/tenant-schema.ts'
import { asOwner } from '#db/owner.ts'
import { table } from './table.ts'

/** All organisations as a table for a terminal, the oldest first. */
export async function tenantTable(ownerUrl: string): Promise<string[]> {
  const rows = await asOwner(ownerUrl, (owner) =>
    owner
      .selectFrom('platform.entity')
      .select([
        'subdomain',
        'name',
        'organisation_type',
        'status',
        'schema_version',
        'schema_name',
        'created_at',
      ])
      .orderBy('created_at')
      .orderBy('subdomain')
      .execute(),
  )
  const cells = rows.map((row) => [
    row.subdomain,
    row.name,
    row.organisation_type,
    row.status,
    row.schema_version < latestTenantVersion
      ? `${row.schema_version}, to migrate`
      : String(row.schema_version),
    row.schema_name,
    todayIn(row.created_at),
  ])
  return table(['subdomain', 'name', 'type', 'status', 'version', 'schema', 'since'], cells)
}
