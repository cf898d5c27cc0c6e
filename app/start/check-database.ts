import { sql } from 'kysely'
import { asOwner } from '#db/owner.ts'
import { rolesOf } from '#db/provisioning/role-names.ts'
import { StartError } from './sentence.ts'

const oldestMajor = 16

interface Facts {
  version: string
  owner: string
  superuser: boolean
  may_make_roles: boolean
  may_make_schemas: boolean
  /** To whom the tables belong, if not to this owner. */
  other_owner: string | null
  /** A role of the installation that this owner may not grant. */
  foreign_role: string | null
}

/**
 * Asks the server of DATABASE_URL who it is. Refuses (StartError) one that does not answer, lets nobody in or is too
 * old, and an owner without the rights that migrations need, with what to do about it.
 */
export async function checkDatabase(ownerUrl: string, appUrl: string): Promise<void> {
  const { host, pathname } = new URL(ownerUrl)
  const database = decodeURIComponent(pathname.slice(1))
  const login = decodeURIComponent(new URL(appUrl).username)
  const facts = await ask(ownerUrl, login).catch((error) => {
    throw new StartError(`DATABASE_URL does not lead to a database: ${reasonOf(error, host, database)}.`)
  })
  const refusal = refusalOf(facts, database, login)
  if (refusal) throw new StartError(refusal)
}

function ask(ownerUrl: string, login: string): Promise<Facts> {
  const { platform, tenant, queue } = rolesOf(login)
  return asOwner(ownerUrl, async (owner) => {
    const { rows } = await sql<Facts>`
      select current_setting('server_version_num') as version, rolname as owner, rolsuper as superuser,
        rolcreaterole as may_make_roles,
        has_database_privilege(current_database(), 'create') as may_make_schemas,
        (select pg_get_userbyid(nspowner) from pg_namespace
          where nspname = 'platform' and not pg_has_role(nspowner, 'usage')) as other_owner,
        (select other.rolname from pg_roles as other
          where other.rolname = any(${[login, platform, tenant, queue]}::text[])
            and not pg_has_role(other.oid, 'member with admin option')
          order by 1 limit 1) as foreign_role
      from pg_roles where rolname = current_user`.execute(owner)
    return rows[0]!
  })
}

/** One sentence; undefined when all is well. */
function refusalOf(facts: Facts, database: string, login: string): string | undefined {
  const { owner, other_owner, foreign_role } = facts
  const major = Math.floor(Number(facts.version) / 10_000)
  if (major < oldestMajor)
    return `DATABASE_URL leads to Postgres ${major}, and Postgres ${oldestMajor} or newer is needed.`
  if (login === owner)
    return `The application must log in as another role than "${owner}", who owns the database: set APP_DATABASE_URL, or DATABASE_URL, to another user.`
  if (facts.superuser) return undefined
  if (!facts.may_make_roles)
    return `"${owner}", the user of DATABASE_URL, may not make the roles of organisations: have an administrator say ALTER ROLE "${owner}" CREATEROLE.`
  if (!facts.may_make_schemas)
    return `"${owner}", the user of DATABASE_URL, may not make the schemas of organisations: have an administrator say GRANT CREATE ON DATABASE "${database}" TO "${owner}".`
  if (other_owner)
    return `The tables in the database "${database}" belong to "${other_owner}": set DATABASE_URL to that user, not to "${owner}".`
  if (foreign_role)
    return `The role "${foreign_role}" was made by somebody else: have an administrator say GRANT "${foreign_role}" TO "${owner}" WITH ADMIN OPTION.`
  return undefined
}

function reasonOf(error: unknown, host: string, database: string): string {
  const { code, message } = error as { code?: string; message: string }
  if (code === 'ECONNREFUSED') return `nothing answers at ${host}`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `there is no host ${host}`
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || /timeout/.test(message))
    return `${host} does not answer in time`
  if (/no encryption/.test(message))
    return `${host} takes encrypted connections only; add ?sslmode=verify-full`
  if (code === '28P01' || code === '28000') return `${host} refuses its user or password`
  if (code === '3D000') return `${host} has no database "${database}"`
  return message || `${host} does not answer (${code ?? 'no reason given'})`
}
