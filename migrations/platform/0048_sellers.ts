import { type Kysely, sql } from 'kysely'

/**
 * By its seller id FPX settles what an organisation is paid, so no two may have the same. Where two do already, this
 * stops and names it: which of them it belongs to, only PayNet's letter says.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('create unique index entity_fpx_seller_id_key on platform.entity (fpx_seller_id)').execute(db)
}
