import { parseArgs } from 'node:util'
import type pg from 'pg'
import { savedAnchor } from '#app/domain/audit/seals/anchor.ts'
import type { Verification } from '#app/domain/audit/seals/seal.ts'
import {
  type Anchor,
  anchorCode,
  type Finding,
  type Log,
  readAnchorCode,
} from '#app/domain/audit/seals/seal.ts'
import { verifyLog } from '#app/domain/audit/seals/verify.ts'
import { environment } from '#app/environment.ts'
import { filesOf } from '#app/integrations/files/files.ts'
import { withDatabase } from '#app/start/prepare.ts'
import { complain, say } from '#app/start/sentence.ts'
import { createPool, platformRef, type TenantRef } from '#db/pool.ts'
import { requestDatabase } from '#db/request-database.ts'
import { withPlatform } from '#db/with-tenant.ts'

const usage = `npm run audit -- verify                       all logs: the platform's and every organisation's
npm run audit -- verify --tenant demo         one organisation's
npm run audit -- verify --platform            the platform's
npm run audit -- verify --tenant demo --code 42-8f3a...   and compare with a code from a mail

Ends with 0 when each log is as it was sealed, with 1 when one is not, with 2 when it could not be looked at.`

interface Wanted {
  tenant: string | undefined
  platform: boolean
  anchor: Anchor | undefined
}

interface Book {
  name: string
  log: Log
  place: TenantRef
}

/** `npm run audit -- verify`: compares audit logs with their seals, beside a running product or without one. */
async function run(wanted: Wanted): Promise<number> {
  return withDatabase(environment, async ({ appUrl }) => {
    const pool = createPool(appUrl, { max: 3, waitMs: 10_000 })
    try {
      const books = await booksOf(pool, wanted)
      let wrong = 0
      for (const book of books) {
        const verification = await verify(pool, book, wanted.anchor)
        for (const line of linesOf(book, verification)) say(line)
        if (verification.found > 0) wrong += 1
      }
      if (books.length > 1)
        say(wrong === 0 ? 'All logs are as they were sealed.' : `${wrong} logs are not as they were sealed.`)
      return wrong === 0 ? 0 : 1
    } finally {
      await pool.end()
    }
  })
}

async function booksOf(pool: pg.Pool, { tenant, platform }: Wanted): Promise<Book[]> {
  const own: Book = { name: 'the platform', log: 'platform', place: platformRef }
  if (platform) return [own]
  const entities = await withPlatform(pool, (trx) => {
    const query = trx
      .selectFrom('platform.entity')
      .select(['subdomain', 'schema_name', 'role_name', 'schema_version'])
      .orderBy('subdomain')
    return (tenant ? query.where('subdomain', '=', tenant) : query).execute()
  })
  const books = entities.map(
    ({ subdomain, schema_name, role_name, schema_version }): Book => ({
      name: subdomain,
      log: 'tenant',
      place: { schema: schema_name, role: role_name, version: schema_version },
    }),
  )
  if (!tenant) return [own, ...books]
  if (books.length === 0) throw new CommandError(`There is no organisation with the subdomain "${tenant}".`)
  return books
}

async function verify(pool: pg.Pool, { log, place }: Book, typed: Anchor | undefined): Promise<Verification> {
  const kept = await savedAnchor(filesOf(environment, place.schema))
  const anchors = [kept, typed].filter((anchor) => anchor !== undefined)
  return verifyLog(
    async (work) => {
      const database = requestDatabase(pool, place)
      try {
        return await work(await database.read())
      } finally {
        await database.close()
      }
    },
    log,
    anchors,
  )
}

function linesOf({ name }: Book, verification: Verification): string[] {
  const { rows, seals, unsealed, findings, found, last, ms } = verification
  const rate = ms > 0 ? `, ${Math.round((rows / ms) * 1_000).toLocaleString('en')} entries a second` : ''
  const counted = `${rows.toLocaleString('en')} entries under ${seals.toLocaleString('en')} seals, ${unsealed} not sealed yet (${ms} ms${rate})`
  const verdict = found === 0 ? 'as it was sealed' : `NOT as it was sealed, ${found} findings`
  return [
    `${name}: ${verdict}; ${counted}`,
    ...findings.map((finding) => `  ${lineOf(finding)}`),
    ...(found > findings.length ? [`  … and ${found - findings.length} more`] : []),
    ...(last ? [`  last seal ${anchorCode(last)}`] : []),
  ]
}

function lineOf({ kind, position, to, id, action, seal, at }: Finding): string {
  const parts = [
    kind,
    position !== undefined && `position ${position}`,
    to !== undefined && `now at position ${to}`,
    seal !== undefined && `seal ${seal}`,
    id,
    action,
    at,
  ]
  return parts.filter(Boolean).join('  ')
}

/** What the person at the keyboard did wrong, in a sentence. */
class CommandError extends Error {
  override name = 'CommandError'
}

function read(args: string[]): Wanted {
  try {
    const options = {
      tenant: { type: 'string' },
      platform: { type: 'boolean' },
      all: { type: 'boolean' },
      code: { type: 'string' },
    } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    if (positionals.join(' ') !== 'verify') throw new CommandError(usage)
    const { tenant, platform = false, all = false, code } = values
    if (Number(tenant !== undefined) + Number(platform) + Number(all) > 1) throw new CommandError(usage)
    const anchor = code === undefined ? undefined : readAnchorCode(code)
    if (code !== undefined && !anchor)
      throw new CommandError('This is not a code of a seal: copy it whole from the mail.')
    if (anchor && !tenant && !platform)
      throw new CommandError('A code belongs to one log: say --tenant or --platform.')
    return { tenant, platform, anchor }
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`${(error as Error).message}\n\n${usage}`)
  }
}

try {
  process.exitCode = await run(read(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  complain(error.message)
  process.exitCode = 2
}
