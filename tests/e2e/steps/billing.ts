import type { Page } from '@playwright/test'
import { asks } from '../asks.ts'
import { expect, inDatabase, patience } from '../fixtures.ts'
import { openAnew } from './journey.ts'

/** A class of a story’s own, called by `name`, with three children, the last of whom nobody pays for. */
export async function aClass(name: string, price_sen: number) {
  return inDatabase(async (db) => {
    const { rows } = await db.query(
      `select schema_name as schema from platform.entity where subdomain = 'demo'`,
    )
    const { schema } = rows[0]
    await db.query(`set search_path to ${schema}`)
    const one = async (text: string, values: unknown[] = []) => (await db.query(text, values)).rows[0].id
    const branch = await one(`select id from branch order by is_hq desc, created_at limit 1`)
    const program = await one(`select id from program where status = 'active' limit 1`)
    const type = await one(`select id from fee_type where code = 'TUITION'`)
    const subject = await one(
      `insert into subject (id, code, name, program_id, branch_id) values (gen_random_uuid(), $3, $4, $1, $2)
       returning id`,
      [program, branch, `E2E-${name.toUpperCase()}`, `Kelas ${name}`],
    )
    const price = await one(
      `insert into subject_fee (id, subject_id, fee_type_id, amount_sen, frequency, starts_on)
       values (gen_random_uuid(), $1, $2, $3, 'monthly', '2026-01-01') returning id`,
      [subject, type, price_sen],
    )
    const children: string[] = []
    for (const child_name of [`${name} Aminah`, `${name} Bakar`, `${name} Tanpa Waris`]) {
      const child = await one(
        `insert into student (id, student_no, name, identity_type, birth_cert_no, born_on, gender, registered_on, branch_id)
         values (gen_random_uuid(), $1, $1, 'birth_cert', $1, '2016-05-04', 'female', '2026-01-05', $2) returning id`,
        [child_name, branch],
      )
      children.push(child)
      await db.query(
        `insert into enrolment (id, student_id, subject_id, starts_on) values (gen_random_uuid(), $1, $2, '2026-01-05')`,
        [child, subject],
      )
    }
    const paidFor = async (child: string, payer_name: string) => {
      const payer = await one(
        `insert into parent (id, name, phone, relationship, family_code)
         values (gen_random_uuid(), $1, '+60138880001', 'mother', $2) returning id`,
        [payer_name, payer_name.replaceAll(' ', '').slice(-8).toUpperCase()],
      )
      await db.query(
        `insert into student_parent (student_id, parent_id, relationship, is_primary, is_payer)
         values ($1, $2, 'mother', true, true)`,
        [child, payer],
      )
    }
    await paidFor(children[0]!, `Ibu ${name} Aminah`)
    await paidFor(children[1]!, `Ibu ${name} Bakar`)
    return { schema, price, subject, children }
  })
}

/** Waits without a script: the page asks again by itself, and a reload asks at once. */
export async function untilOver(page: Page) {
  await expect
    .poll(async () => (await asks(page, page.url())).html.includes('<progress'), patience)
    .toBe(false)
  await openAnew(page)
  await expect(page.locator('progress')).toHaveCount(0)
}
