import { createServer } from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import { type Installation, installation, withLogin } from '#tests/support/database/installation.ts'
import { asAdmin, databaseUrl, migrateAll } from '#tests/support/database/template.ts'
import { checkDatabase } from './check-database.ts'

/** The sentence of a refusal; undefined when there is none. */
function refusal({ ownerUrl, appUrl }: Installation): Promise<string | undefined> {
  return checkDatabase(ownerUrl, appUrl).then(
    () => undefined,
    (error: Error) => {
      expect(error.name).toBe('StartError')
      return error.message
    },
  )
}

const admin = (text: string, database = 'postgres') =>
  asAdmin(databaseUrl(inject('adminUrl'), database), (client) => client.query(text))

function changed({ ownerUrl }: Installation, parts: Partial<URL>): Installation {
  const url = Object.assign(new URL(ownerUrl), parts)
  return { ownerUrl: url.href, appUrl: withLogin(url.href) }
}

const nameOf = ({ ownerUrl }: Installation) => new URL(ownerUrl).pathname.slice(1)
const ownerOf = ({ ownerUrl }: Installation) => new URL(ownerUrl).username

test('an owner who is no superuser but may make roles and schemas is enough, before and after', async () => {
  const at = await installation('checked')
  expect(await refusal(at)).toBeUndefined()
  await migrateAll(at)
  expect(await refusal(at)).toBeUndefined()
})

test('each right that is missing is named, with the words that give it', async () => {
  const at = await installation('poor')
  const owner = ownerOf(at)
  await admin(`alter role ${owner} nocreaterole`)
  expect(await refusal(at)).toBe(
    `"${owner}", the user of DATABASE_URL, may not make the roles of organisations: have an administrator say ALTER ROLE "${owner}" CREATEROLE.`,
  )
  await admin(`alter role ${owner} createrole; alter database ${nameOf(at)} owner to lunas`)
  const wanted = `GRANT CREATE ON DATABASE "${nameOf(at)}" TO "${owner}"`
  expect(await refusal(at)).toContain(`have an administrator say ${wanted}.`)
  await admin(wanted)
  expect(await refusal(at)).toBeUndefined()
})

test('an owner of other tables, and roles that somebody else made', async () => {
  const at = await installation('mixed')
  await migrateAll(at)
  const other = await installation('stranger')
  await admin(`grant create on database ${nameOf(at)} to ${ownerOf(other)}`)
  const { username, password } = new URL(other.ownerUrl)
  expect(await refusal(changed(at, { username, password }))).toBe(
    `The tables in the database "${nameOf(at)}" belong to "${ownerOf(at)}": set DATABASE_URL to that user, not to "${username}".`,
  )
  const taken = new URL(other.appUrl).username
  await admin(`create role ${taken} login`)
  const wanted = `GRANT "${taken}" TO "${username}" WITH ADMIN OPTION`
  expect(await refusal(other)).toBe(
    `The role "${taken}" was made by somebody else: have an administrator say ${wanted}.`,
  )
  await admin(wanted)
  expect(await refusal(other)).toBeUndefined()
})

test('the application may not be the owner', async () => {
  const at = await installation('alone')
  expect(await refusal({ ...at, appUrl: at.ownerUrl })).toMatch(
    /^The application must log in as another role/,
  )
})

test('a Postgres that is too old', async () => {
  const at = await installation('old')
  await admin(
    `create schema old;
     create function old.current_setting(text) returns text language sql as $$ select '150018' $$;
     grant usage on schema old to public;
     alter role ${ownerOf(at)} set search_path = old, pg_catalog`,
    nameOf(at),
  )
  expect(await refusal(at)).toBe('DATABASE_URL leads to Postgres 15, and Postgres 16 or newer is needed.')
})

test('a database that cannot be reached', async () => {
  const at = await installation('reached')
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as { port: number }
  const { host } = new URL(at.ownerUrl)
  const begin = 'DATABASE_URL does not lead to a database: '
  const unanswered = refusal(changed(at, { port: String(port) }))
  expect(await refusal(changed(at, { password: 'wrong' }))).toBe(
    `${begin}${host} refuses its user or password.`,
  )
  expect(await refusal(changed(at, { pathname: '/nowhere' }))).toBe(
    `${begin}${host} has no database "nowhere".`,
  )
  expect(await refusal(changed(at, { hostname: 'nowhere.invalid' }))).toContain(
    'there is no host nowhere.invalid',
  )
  expect(await unanswered).toBe(`${begin}127.0.0.1:${port} does not answer in time.`)
})
