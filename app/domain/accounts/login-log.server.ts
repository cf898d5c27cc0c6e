import { type Kysely, sql } from 'kysely'
import { paginate } from '#app/domain/paginate.server.ts'
import { containing } from '#app/domain/search.ts'
import type { DB } from '#db/types.ts'
import { deviceOf } from './device.ts'
import { goodResults, type LoginSearch } from './login-log.ts'

/** One page of how a person came in or was refused, the newest first; days are those of Kuala Lumpur. */
export async function loginLog(db: Kysely<DB>, user_id: string, search: LoginSearch) {
  const { outcome, method, from, to, q } = search
  const on = sql<string>`(at at time zone 'Asia/Kuala_Lumpur')::date`
  let query = db
    .selectFrom('login_log')
    .select(['id', 'at', 'method', 'result', 'ip', 'user_agent'])
    .where('user_id', '=', user_id)
  if (outcome) query = query.where('result', outcome === 'success' ? 'in' : 'not in', goodResults)
  if (method) query = query.where('method', '=', method)
  if (from) query = query.where(on, '>=', from)
  if (to) query = query.where(on, '<=', to)
  if (q) query = query.where('ip', 'ilike', containing(q))
  const page = await paginate(query, search, { sorts: { at: 'at' }, standard: '-at', tie: 'id' })
  const rows = page.rows.map(({ user_agent, ...row }) => ({ ...row, device: deviceOf(user_agent) }))
  return { ...page, rows }
}
