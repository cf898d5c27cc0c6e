import { sql } from 'kysely'
import { asOwner } from '#db/owner.ts'
import { StartError } from './sentence.ts'

const oldestMajor = 16

/** Asks the server of DATABASE_URL who it is; refuses (StartError) one that does not answer, lets nobody in or is too old. */
export async function checkDatabase(ownerUrl: string): Promise<void> {
  const { host, pathname } = new URL(ownerUrl)
  let version: number
  try {
    version = await asOwner(ownerUrl, async (owner) => {
      const result = await sql<{
        version: string
      }>`select current_setting('server_version_num') as version`.execute(owner)
      return Math.floor(Number(result.rows[0]?.version) / 10_000)
    })
  } catch (error) {
    throw new StartError(
      `DATABASE_URL does not lead to a database: ${reasonOf(error, host, pathname.slice(1))}.`,
    )
  }
  if (version < oldestMajor) {
    throw new StartError(
      `DATABASE_URL leads to Postgres ${version}, and Postgres ${oldestMajor} or newer is needed.`,
    )
  }
}

function reasonOf(error: unknown, host: string, database: string): string {
  const { code, message } = error as { code?: string; message: string }
  if (code === 'ECONNREFUSED') return `nothing answers at ${host}`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `there is no host ${host}`
  if (code === '28P01' || code === '28000') return `${host} refuses its user or password`
  if (code === '3D000') return `${host} has no database "${database}"`
  return message || `${host} does not answer (${code ?? 'no reason given'})`
}
