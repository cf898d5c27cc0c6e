import { type Kysely, sql } from 'kysely'

/**
 * By its seller id FPX settles what an organisation is paid, so no two may have the same. Where two do already, this
 * stops and names them: whose it is, only PayNet's letter says.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ seller: string; names: string }>`
    select fpx_seller_id as seller, string_agg(subdomain, ', ' order by subdomain) as names
    from platform.entity where fpx_seller_id is not null group by 1 having count(*) > 1`.execute(db)
  if (rows.length > 0) {
    const same = rows.map(({ seller, names }) => `${seller}: ${names}`).join('; ')
    throw new Error(`Organisations share a seller ID of FPX, which belongs to one of them (${same})`)
  }
  await sql.raw('create unique index entity_fpx_seller_id_key on platform.entity (fpx_seller_id)').execute(db)
}
