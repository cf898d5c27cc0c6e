import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { roles } from '#app/domain/core/access/access.ts'
import { operatorRoles } from '#app/domain/core/access/operator-access.ts'
import { countLimited, limited, limitsOf } from '#app/domain/core/features/limits.ts'
import { keyringOf, open } from '#app/domain/core/secrets.ts'
import { openedIdentity } from '#app/domain/identity/accounts/identity.ts'
import { passwordFits } from '#app/domain/identity/passwords/passwords.ts'
import { isFamilyCode } from '#app/domain/people/parents/family-code.ts'
import { platformRef } from '#db/pool.ts'
import {
  countOf,
  type Demo,
  demo,
  demoKey,
  demoNow,
  demoSubdomains,
  demoToday,
} from '#tests/support/database/demo.ts'
import { readAt } from '#tests/support/database/tenant.ts'
import { impossiblePlaces } from './plan/invented.ts'
import { demoAccounts, seedDemo } from './seed.ts'

const ring = keyringOf(demoKey)

let seeded: Demo
beforeAll(async () => {
  seeded = await demo()
})

describe.each(demoSubdomains)('%s', (subdomain) => {
  const none = (query: ReturnType<typeof sql>) => seeded.none(subdomain, query)

  test('is of its size, with its branches', async () => {
    await seeded.read(subdomain, async (db) => {
      expect(await countOf(db, 'student')).toBe(subdomain === 'demo' ? 120 : 600)
      expect(await countOf(db, 'branch')).toBe(subdomain === 'demo' ? 2 : 4)
    })
  })

  test('has a picture of each program and of some classes, each a file of its own', async () => {
    await seeded.read(subdomain, async (db) => {
      const programs = await db.selectFrom('program').select('image_file').execute()
      expect(programs.filter(({ image_file }) => image_file === null)).toEqual([])
      const classes = await db
        .selectFrom('subject')
        .select('image_file')
        .where('image_file', 'is not', null)
        .execute()
      expect(classes.length).toBeGreaterThan(1)
      const keys = [...programs, ...classes].map(({ image_file }) => image_file!)
      expect(new Set(keys).size).toBe(keys.length)
      expect(keys.every((key) => key.endsWith('.webp'))).toBe(true)
    })
  })

  test.each(['parent', 'student'] as const)(
    'has no real %s: place codes and passports that do not exist',
    async (table) => {
      const people = await seeded.read(subdomain, (db) =>
        db.selectFrom(table).select(['id', 'identity_type', 'identity_no_sealed']).execute(),
      )
      const place = seeded.entity(subdomain).place.schema
      for (const { id, identity_type, identity_no_sealed } of people) {
        const no = openedIdentity(ring, { place, table, row: id }, identity_no_sealed!)
        expect(no).toMatch(identity_type === 'nric' ? /^\d{12}$/ : /^ZZ\d{7}$/)
        if (identity_type === 'nric') expect(impossiblePlaces).toContain(no.slice(6, 8))
      }
    },
  )

  test('reaches nobody: addresses that cannot be, numbers that nobody has', async () => {
    await none(
      sql`select email from (select email from user_account union select email from parent
          union select email from staff union select email from trainer
          union select payer_email from payment union select buyer_email from payment_attempt) as every
        where email !~ '^[a-z0-9.-]+@[a-z]+[.]test$'`,
    )
    await none(
      sql`select phone from (select phone from user_account union select phone from parent
          union select phone from student) as every
        where phone !~ '^[+]601[02346789]000[0-9]{4}$'`,
    )
    const codes = await seeded.read(subdomain, (db) =>
      db.selectFrom('parent').select('family_code').execute(),
    )
    expect(codes.every(({ family_code }) => isFamilyCode(family_code))).toBe(true)
  })

  test('has no future but what is due or enrolled then', async () => {
    for (const [table, column] of [
      ['invoice', 'created_at'],
      ['payment', 'created_at'],
      ['payment_attempt', 'requested_at'],
      ['audit_log', 'at'],
      ['login_log', 'at'],
      ['student', 'created_at'],
      ['branch', 'created_at'],
    ] as const)
      await none(sql`select id from ${sql.table(table)} where ${sql.ref(column)} > ${demoNow}`)
    await none(sql`select number from invoice where issued_on > ${demoToday}`)
    await none(sql`select number from payment where paid_on > ${demoToday}`)
  })

  test('seats no more pupils in a class than it has places, and none in two years at once', async () => {
    await none(
      sql`select subject.code from subject
        join enrolment on subject_id = subject.id and enrolment.status = 'active'
          and enrolment.starts_on <= ${demoToday}
        group by subject.id having count(*) > capacity`,
    )
    await none(
      sql`select student.name from enrolment join student on student.id = student_id
        where enrolment.status = 'active' and student.status <> 'active'`,
    )
  })

  test('has a class that is full with others waiting, and one that is closed with nobody in it', async () => {
    const full = await seeded.rows(
      subdomain,
      sql<{ waitlist: boolean; capacity: number; seated: number; waiting: number }>`
        select waitlist, capacity,
          (select count(*)::int from enrolment where subject_id = subject.id and status = 'active'
            and starts_on <= ${demoToday} and (ends_on is null or ends_on >= ${demoToday})) as seated,
          (select count(*)::int from enrolment where subject_id = subject.id and status = 'waitlisted') as waiting
        from subject where waitlist`,
    )
    expect(full).toHaveLength(1)
    const [{ capacity, seated, waiting }] = full as [(typeof full)[0]]
    expect({ seated, waiting }).toEqual({ seated: capacity, waiting: 2 })
    const closed = await seeded.rows(
      subdomain,
      sql<{ left: number; inside: number }>`
        select (select count(*)::int from enrolment where subject_id = subject.id and status = 'ended') as left,
          (select count(*)::int from enrolment where subject_id = subject.id and status <> 'ended') as inside
        from subject where status = 'closed'`,
    )
    expect(closed).toEqual([{ left: 6, inside: 0 }])
  })

  test('has nobody in two places at once, and one room that is taken twice where the plan says so', async () => {
    const met = await seeded.rows(
      subdomain,
      sql<{ one: string; other: string; people: number }>`
        select own.code as one, other.code as other,
          (select count(*)::int from subject_trainer here join subject_trainer there on there.user_id = here.user_id
            where here.subject_id = own.id and there.subject_id = other.id) as people
        from subject own join subject_schedule mine on mine.subject_id = own.id
        join subject_schedule theirs on theirs.weekday = mine.weekday and theirs.subject_id > mine.subject_id
          and theirs.starts < mine.ends and mine.starts < theirs.ends
        join subject other on other.id = theirs.subject_id
        where (mine.room = theirs.room and own.branch_id = other.branch_id)
          or exists (select from subject_trainer here join subject_trainer there on there.user_id = here.user_id
            where here.subject_id = own.id and there.subject_id = other.id)`,
    )
    expect(met.map(({ one, other, people }) => [...[one, other].sort(), people])).toEqual(
      subdomain === 'demo' ? [['QUR-S', 'SEJ-SPM-S', 0]] : [],
    )
  })

  test('leaves room below what its package allows', async () => {
    await seeded.read(subdomain, async (db) => {
      const [limits, counts] = await Promise.all([limitsOf(db), countLimited(db)])
      for (const noun of limited)
        expect(limits[noun] ?? Number.POSITIVE_INFINITY, noun).toBeGreaterThan(counts[noun])
    })
  })

  test('tells its audit log in the order of time', async () => {
    await none(
      sql`select action from (select action, at, lag(at) over (order by position) as before from audit_log) as told
        where at < before`,
    )
  })

  test("has its supervisor's, clerk's and class admin's branch, and classes for who teaches and assists", async () => {
    await seeded.read(subdomain, async (db) => {
      for (const role of ['supervisor', 'clerk', 'class-admin']) {
        const branches = await db
          .selectFrom('staff')
          .innerJoin('staff_branch', 'staff_branch.staff_id', 'staff.id')
          .where('email', '=', `${role}@${subdomain}.test`)
          .select('branch_id')
          .execute()
        expect(branches, role).toHaveLength(1)
      }
      for (const role of ['class-assistant', 'trainer']) {
        const subjects = await db
          .selectFrom('subject_trainer')
          .innerJoin('user_account', 'user_account.id', 'subject_trainer.user_id')
          .where('email', '=', `${role}@${subdomain}.test`)
          .select('duty')
          .execute()
        expect(subjects.length, role).toBeGreaterThan(1)
      }
    })
  })

  test('pays most of its trainers, each in one of the ways there are, to accounts that no bank has', async () => {
    const trainers = await seeded.read(subdomain, (db) => db.selectFrom('trainer').selectAll().execute())
    const place = seeded.entity(subdomain).place.schema
    const paid = trainers.filter(({ account_number_sealed }) => account_number_sealed)
    expect(new Set(paid.map(({ pay_type }) => pay_type))).toEqual(new Set(['hour', 'session', 'month']))
    expect(paid.length).toBeLessThan(trainers.length)
    for (const { id: row, account_number_sealed } of paid) {
      const at = { place, table: 'trainer', column: 'account_number_sealed', row }
      expect(open(ring, at, account_number_sealed!)).toMatch(/^000000\d{6}$/)
    }
  })

  test('has a parent with two children and an invoice to pay', async () => {
    const children = await seeded.rows(
      subdomain,
      sql<{ status: string; is_payer: boolean; unpaid: number }>`
        select student.status, is_payer,
          (select count(*)::int from invoice where student_id = student.id and status = 'unpaid') as unpaid
        from user_account join parent on parent.user_id = user_account.id
          join student_parent on parent_id = parent.id join student on student.id = student_id
        where user_account.email = ${`parent@${subdomain}.test`}`,
    )
    expect(children).toHaveLength(2)
    for (const { status, is_payer } of children)
      expect({ status, is_payer }).toEqual({ status: 'active', is_payer: true })
    expect(children.some(({ unpaid }) => unpaid > 0)).toBe(true)
  })
})

test('every account of the list can sign in', async () => {
  const accounts = demoAccounts()
  expect(accounts).toHaveLength(operatorRoles.length + 2 * roles.length)
  for (const { subdomain, email, password, who } of accounts) {
    const place = subdomain ? seeded.entity(subdomain).place : platformRef
    const table = subdomain ? ('user_account' as const) : ('platform.operator' as const)
    const account = await readAt(seeded.database, place, (db) =>
      db.selectFrom(table).select(['password_hash', 'status']).where('email', '=', email).executeTakeFirst(),
    )
    expect(account, who).toMatchObject({ status: 'active' })
    expect(await passwordFits(password, account?.password_hash), who).toBe(true)
  }
})

test('bank account numbers are sealed', async () => {
  const rows = await readAt(seeded.database, platformRef, (db) =>
    db.selectFrom('platform.entity').select(['id', 'account_number_sealed']).execute(),
  )
  for (const { id, account_number_sealed } of rows) {
    const at = { place: 'platform', table: 'entity', column: 'account_number_sealed', row: id }
    expect(open(ring, at, account_number_sealed!)).toMatch(/^\d{12,14}$/)
  }
})

test('a database that has an organisation is left alone', async () => {
  expect(await seedDemo({ ...seeded.database, mode: 'test', appKey: demoKey })).toBe(false)
})

test('production is refused before anything is touched', async () => {
  const nowhere = {
    ownerUrl: 'postgres://nobody@127.0.0.1:1/none',
    appUrl: 'postgres://nobody@127.0.0.1:1/none',
  }
  await expect(seedDemo({ ...nowhere, mode: 'production' })).rejects.toThrow(
    /never put into a production database/,
  )
})
