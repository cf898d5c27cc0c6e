import { type Kysely, sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { addDays } from '#app/domain/core/dates.ts'
import { asOwner } from '#db/owner.ts'
import type { DB } from '#db/types.ts'
import { demo, demoKey, demoSubdomains, demoToday } from '#tests/support/database/demo.ts'
import { appUrlOf, asAdmin, databaseUrl, templateName } from '#tests/support/database/template.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { seedDemo } from './seed.ts'

/**
 * Who starts the product on another day must meet the same stories: browser tests and newcomers look for them. Looked at
 * is that no kind of row in any state is missing that the demo of the tests has.
 */
const days = soaking
  ? [
      ...Array.from({ length: 62 }, (_, n) => addDays('2026-11-28', n)),
      '2027-02-28',
      '2028-02-29',
      '2027-03-10',
    ]
  : ['2026-11-29']

test('the demo tells the same stories whenever it is laid down', async () => {
  const usual = await asOwner((await demo()).database.ownerUrl, kindsOf)
  const missing: string[] = []
  for (const day of days) {
    // just after midnight in Kuala Lumpur, when the day is another one elsewhere
    const here = await seededAt(new Date(`${addDays(day, -1)}T16:05:00Z`)).catch((error: Error) => {
      missing.push(`${day}: ${error}`)
      return usual
    })
    missing.push(...[...usual].filter((kind) => !here.has(kind)).map((kind) => `${day}: ${kind}`))
  }
  expect(missing).toEqual([])
  expect(usual.size).toBeGreaterThan(200)
  expect(days).not.toContain(demoToday)
})

/** What the demo of this moment has: each table with rows, and each state in it, of both organisations. */
async function seededAt(now: Date): Promise<Set<string>> {
  const adminUrl = inject('adminUrl')
  const name = `day_${process.pid}`
  await asAdmin(adminUrl, (admin) => admin.query(`create database ${name} template ${templateName}`))
  try {
    const ownerUrl = databaseUrl(adminUrl, name)
    await seedDemo({ ownerUrl, appUrl: appUrlOf(ownerUrl), mode: 'test', appKey: demoKey, now })
    return await asOwner(ownerUrl, kindsOf)
  } finally {
    await asAdmin(adminUrl, (admin) => admin.query(`drop database ${name} with (force)`))
  }
}

async function kindsOf(owner: Kysely<DB>): Promise<Set<string>> {
  const kinds = new Set<string>()
  const { rows: schemas } = await sql<{ schema: string; subdomain: string }>`
    select schema_name as schema, subdomain from platform.entity
    where subdomain = any(${sql.val([...demoSubdomains])})`.execute(owner)
  for (const { schema, subdomain } of schemas) {
    const { rows: tables } = await sql<{ name: string; column: string | null }>`
      select table_name as name, (select column_name from information_schema.columns as its
        where its.table_schema = tables.table_schema and its.table_name = tables.table_name
        and column_name in ('status', 'state') limit 1) as column
      from information_schema.tables where table_schema = ${schema} and table_type = 'BASE TABLE'`.execute(
      owner,
    )
    for (const { name, column } of tables) {
      const { rows } = await sql<{ kind: string | null }>`
        select distinct ${column ? sql`${sql.ref(column)}::text` : sql`''`} as kind
        from ${sql.id(schema, name)}`.execute(owner)
      for (const { kind } of rows) kinds.add([subdomain, name, kind].filter(Boolean).join(' '))
    }
    // another story that pays what a family pays in parts would end this one
    const { rows } = await sql<{ kind: string }>`
      select distinct concat_ws(' ', arrangement.status, 'of', invoice.status) as kind
      from ${sql.id(schema, 'arrangement_invoice')} as part
        join ${sql.id(schema, 'arrangement')} as arrangement on arrangement.id = part.arrangement_id
        join ${sql.id(schema, 'invoice')} as invoice on invoice.id = part.invoice_id`.execute(owner)
    for (const { kind } of rows) kinds.add(`${subdomain} arrangement ${kind}`)
  }
  return kinds
}
