import pg from 'pg'
import type { Row } from './words.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Connects a server without our code to the rows of one organisation; the schema is named in each query. */
export function rowsOf(connectionString: string, schema: string): () => Promise<Row[]> {
  const pool = new pg.Pool({ connectionString, max: 10 })
  const query = {
    name: 'list',
    text: `
      select i.id, i.number, s.name as student, i.issued_on::text, i.due_on::text, i.total_sen,
        i.paid_sen, i.balance_sen, i.status
      from ${schema}.invoice i
      join ${schema}.student s on s.id = i.student_id
      join ${schema}.parent p on p.id = i.payer_parent_id
      order by i.id desc limit 25`,
  }
  return async () => (await pool.query<Row>(query)).rows
}
