import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { keyringOf } from '#app/domain/core/secrets.ts'
import { openedIdentity } from '#app/domain/identity/accounts/identity.ts'
import { type Demo, demo, demoKey, demoSubdomains } from '#tests/support/database/demo.ts'

const identity = /\b\d{6}-?\d{2}-?\d{4}\b/

describe('the demo', () => {
  let seeded: Demo
  beforeAll(async () => {
    seeded = await demo()
  })

  test.each(demoSubdomains)(
    'of %s has no secret and no whole identity number in its audit log',
    async (subdomain) => {
      const rows = await seeded.rows(
        subdomain,
        sql<{ row: string }>`select audit_log::text as row from audit_log`,
      )
      expect(rows.length).toBeGreaterThan(20)
      const ring = keyringOf(demoKey)
      const place = seeded.entity(subdomain).place.schema
      const numbers = await seeded.read(subdomain, async (db) => {
        const people = await db.selectFrom('student').select(['id', 'identity_no_sealed']).execute()
        return people.flatMap(({ id, identity_no_sealed }) =>
          identity_no_sealed
            ? openedIdentity(ring, { place, table: 'student', row: id }, identity_no_sealed)
            : [],
        )
      })
      expect(numbers.length).toBeGreaterThan(50)
      const known = new Set(numbers)
      for (const { row } of rows) {
        expect(row).not.toMatch(/\$argon2|\bv1\.[\w-]{4,}\.[\w-]{20,}/)
        const found = identity.exec(row)?.[0]
        expect(found && known.has(found.replaceAll('-', '')), row).toBeFalsy()
      }
    },
  )
})
