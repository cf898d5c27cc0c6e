import { createHash } from 'node:crypto'

/** Bytes at most, so that the name of an organisation's role (40 more) fits into the 63 that Postgres keeps. */
const longest = 20

/**
 * The login role of the application, unless APP_DATABASE_URL names another. Roles belong to the whole server, so all of
 * an installation are called after its database: `lunas_app` for `lunas`.
 */
export function loginRole(database: string): string {
  return `${fitting(database)}_app`
}

/** What the roles that go with a login role are called. */
export function rolesOf(login: string) {
  const installation = fitting(login.replace(/_app$/, ''))
  return {
    /** The operator's. */
    platform: `${installation}_platform`,
    /** Holds what the role of each organisation may see of the platform. */
    tenant: `${installation}_tenant`,
    /** Sees the job queue and nothing else. */
    queue: `${installation}_queue`,
    /** The role of one organisation, by its schema. */
    of: (schema: string) => `${installation}_${schema}`,
  }
}
export type RoleNames = ReturnType<typeof rolesOf>

/** As it is, when it can be part of a role's name; else what is left of it and a few letters that tell it apart. */
function fitting(name: string): string {
  if (/^(?!pg_)[\w-]+$/.test(name) && name.length <= longest) return name
  const told = createHash('sha256').update(name).digest('hex').slice(0, 7)
  const rest = name.replace(/^pg_|[^\w-]/g, '').slice(0, longest - told.length - 1)
  return `${rest || 'lunas'}_${told}`
}
