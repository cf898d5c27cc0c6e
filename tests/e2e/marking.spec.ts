import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, hosts, inDatabase, password, test } from './fixtures.ts'

const host = hosts.tenant('cahaya')

/** A class of thirty for the trainer of Cahaya, and a session of it that was held an hour ago; its id. */
const classOfThirty = () =>
  inDatabase(async (db) => {
    const { rows: entities } = await db.query(
      "select schema_name from platform.entity where subdomain = 'cahaya'",
    )
    await db.query(`set search_path to ${entities[0].schema_name}, public`)
    const [subject, session] = [randomUUID(), randomUUID()]
    await db.query(
      `insert into subject select (jsonb_populate_record(subject, jsonb_build_object('id', $1::text, 'code', $2::text,
        'name', 'Tilawah', 'name_en', null, 'name_my', null))).* from subject where deleted_at is null limit 1`,
      [subject, subject.slice(0, 8).toUpperCase()],
    )
    await db.query(
      `insert into subject_trainer (subject_id, user_id, duty)
        select $1, id, case when email = 'trainer@cahaya.test' then 'main' else 'assistant' end
        from user_account where email in ('trainer@cahaya.test', 'class-admin@cahaya.test')`,
      [subject],
    )
    await db.query(
      `insert into enrolment (id, student_id, subject_id, starts_on)
        select gen_random_uuid(), id, $1, '2026-01-01' from student
        where deleted_at is null and status = 'active' order by id limit 30`,
      [subject],
    )
    await db.query(
      `insert into class_session (id, subject_id, branch_id, kind, held_on, starts, ends)
        select $2, id, branch_id, 'extra', (now() at time zone 'Asia/Kuala_Lumpur')::date, '00:00', '01:00'
        from subject where id = $1`,
      [subject, session],
    )
    return session
  })

const line = (page: Page, n: number) => page.locator('fieldset.mark').nth(n)
const choose = (page: Page, n: number, name: string) =>
  line(page, n).getByRole('radio', { name, exact: true }).check()

test('a trainer marks thirty students at 360 px by a form alone, and confirms', async ({ staff }) => {
  const id = await classOfThirty()
  const trainer = await staff('trainer', { subdomain: 'cahaya', language: 'en', width: 360 })
  await trainer.goto(`${host}/attendance/mark/${id}`)
  await expect(trainer.locator('fieldset.mark')).toHaveCount(30)
  await choose(trainer, 2, 'Absent')
  await choose(trainer, 6, 'Late')
  await line(trainer, 6).getByLabel('Minutes late').fill('10')
  // By the keyboard alone: the group is one stop, and arrows choose.
  await line(trainer, 9).locator(':checked').focus()
  for (const _ of [1, 2, 3]) await trainer.keyboard.press('ArrowRight')
  expect(await trainer.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
  await trainer.getByRole('button', { name: 'Confirm attendance' }).click()
  await expect(trainer.getByRole('status').first()).toContainText(
    'Confirmed: 27 present, 1 late, 1 absent, 1 excused.',
  )
})

test('marks that were made without network arrive once, and a conflict is shown', async ({
  person,
  staff,
}) => {
  const id = await classOfThirty()
  const trainer = await person({ width: 360, scripts: true })
  await trainer.goto(`${host}/login?lng=en`)
  await trainer.fill('[name=email]', 'trainer@cahaya.test')
  await trainer.fill('[name=password]', password)
  await trainer.locator('main form button[type=submit]').last().click()
  await trainer.waitForURL(/dashboard/)
  await trainer.goto(`${host}/attendance/mark/${id}`)
  await trainer.locator('#phone-switch').check()
  const context = trainer.context()
  await context.setOffline(true)
  await choose(trainer, 0, 'Absent')
  await choose(trainer, 1, 'Late')
  await choose(trainer, 4, 'Absent')
  await expect(trainer.locator('#phone-status')).toContainText('3 marks wait on this phone')
  await trainer.getByRole('button', { name: 'Save for later' }).click()
  await expect(trainer.locator('#phone-status')).toContainText('30 marks wait on this phone')

  // Meanwhile somebody who has network marks one of them.
  const helper = await staff('class-admin', { subdomain: 'cahaya', language: 'en', width: 360 })
  await helper.goto(`${host}/attendance/mark/${id}`)
  await choose(helper, 0, 'Present')
  await choose(helper, 4, 'Excused')
  await helper.getByRole('button', { name: 'Save for later' }).click()
  await expect(helper.getByRole('status').first()).toContainText('Saved')

  await context.setOffline(false)
  await expect(line(trainer, 4)).toContainText('excused counts')
  await expect(trainer.locator('#phone-status')).not.toContainText('wait on this phone')
  const stored = await inDatabase(async (db) => {
    const { rows } = await db.query("select schema_name from platform.entity where subdomain = 'cahaya'")
    await db.query(`set search_path to ${rows[0].schema_name}, public`)
    const marks = await db.query('select count(*)::int from attendance_mark where session_id = $1', [id])
    const entries = await db.query(
      "select count(*)::int, count(distinct student_id)::int as students from attendance_entry where session_id = $1 and source = 'phone'",
      [id],
    )
    return { marks: marks.rows[0].count, ...entries.rows[0] }
  })
  expect(stored).toEqual({ marks: 30, count: 30, students: 30 })
})
