import { expect, hosts, inDatabase, test } from './fixtures.ts'
import { widerThan } from './own-font.ts'
import { aClass, untilOver } from './steps/billing.ts'

/** Nobody's browser runs a script. */
const demo = hosts.tenant('demo')

/** A class that is paid by session, with four sessions of January, one of them cancelled, given by somebody new. */
async function taughtClass(name: string) {
  const made = await aClass(name, 3_500)
  const trainer = await inDatabase(async (db) => {
    await db.query(`set search_path to ${made.schema}`)
    await db.query(`update subject_fee set frequency = 'session' where id = $1`, [made.price])
    const one = async (text: string, values: unknown[]) => (await db.query(text, values)).rows[0]
    const { id: user_id } = await one(
      `insert into user_account (id, name, email, roles, status)
       values (gen_random_uuid(), $1, $2, '{trainer}', 'active') returning id`,
      [`Cikgu ${name}`, `cikgu-${name.toLowerCase()}@teacher.test`],
    )
    await db.query(`insert into staff (id, user_id, name) values (gen_random_uuid(), $1, $2)`, [
      user_id,
      `Cikgu ${name}`,
    ])
    const { id } = await one(
      `insert into trainer (id, user_id, name) values (gen_random_uuid(), $1, $2) returning id`,
      [user_id, `Cikgu ${name}`],
    )
    for (const [day, ends, status] of [
      ['2026-01-07', '11:00', 'confirmed'],
      ['2026-01-14', '11:00', 'cancelled'],
      ['2026-01-21', '11:10', 'confirmed'],
      ['2026-01-28', '10:50', 'confirmed'],
    ])
      await db.query(
        `insert into class_session (id, subject_id, branch_id, kind, held_on, starts, ends, trainer_user_id, status,
           register_code, confirmed_at, cancelled_at, cancel_reason)
         select gen_random_uuid(), subject.id, branch_id, 'extra', $2, '10:00', $3, $4, $5::text, gen_random_uuid()::text,
           case when $5::text = 'confirmed' then now() end, case when $5::text = 'cancelled' then now() end,
           case when $5::text = 'cancelled' then 'Guru sakit' end
         from subject where id = $1`,
        [made.subject, day, ends, user_id, status],
      )
    return id as string
  })
  return { ...made, trainer }
}

test('a month of sessions becomes a pay sheet that adds up to the sen, approved by another person, and an invoice by session', async ({
  staff,
}) => {
  const { schema, subject, trainer, children } = await taughtClass('Sesi')
  const office = await staff('admin', { width: 360, at: `/pay-sheet/rates/${trainer}` })
  const main = office.locator('main')

  await test.step('a rate is agreed, and the sheets of the month are made', async () => {
    await office.fill('[name=rate_sen]', '44.95')
    await office.fill('[name=starts_on]', '2026-01-01')
    await office.getByRole('button', { name: 'Add rate' }).click()
    await expect(main).toContainText('RM44.95 an hour')
    expect(await widerThan(office, [360])).toEqual([])
    await inDatabase((db) =>
      db.query(`update ${schema}.trainer set status = 'active' where id = $1`, [trainer]),
    )
    await office.goto(`${demo}/pay-sheet/new`)
    const months = await office
      .locator('[name=month] option')
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))
    expect(months).toHaveLength(6)
    await inDatabase((db) =>
      db.query(
        `insert into ${schema}.pay_sheet (id, trainer_id, trainer_user_id, month)
         select gen_random_uuid(), id, user_id, '2026-01-01' from ${schema}.trainer where id = $1`,
        [trainer],
      ),
    )
  })

  const { rows } = await inDatabase((db) =>
    db.query(`select id from ${schema}.pay_sheet where trainer_id = $1`, [trainer]),
  )
  const sheet = `${demo}/pay-sheet/view/${rows[0].id}`

  await test.step('the draft follows its sessions and adds up: 60, 70 and 50 minutes', async () => {
    await office.goto(sheet)
    await office.getByRole('button', { name: 'Update from the sessions' }).click()
    // 44.95 + 52.44 (52.4416…) + 37.46 (37.4583…)
    for (const sum of ['RM44.95', 'RM52.44', 'RM37.46', 'RM134.85']) await expect(main).toContainText(sum)
    await expect(office.locator('main td, main th').filter({ hasText: '14 Jan 2026' })).toHaveCount(0)
    expect(await widerThan(office, [360])).toEqual([])
    await office.getByRole('button', { name: 'Submit for approval' }).click()
    await expect(main).toContainText('Somebody else must approve')
    await expect(office.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  })

  await test.step('another person approves it', async () => {
    const owner = await staff('superadmin', { at: new URL(sheet).pathname })
    await owner.getByRole('button', { name: 'Approve' }).click()
    await expect(owner.locator('main')).toContainText('was approved')
  })

  await test.step('the same sessions are on the invoice of the month after, one by one', async () => {
    const { rows: students } = await inDatabase((db) =>
      db.query(`select id from ${schema}.student where id = $1`, [children[0]]),
    )
    await inDatabase(async (db) => {
      const month = (
        await db.query(`select to_char(now() at time zone 'Asia/Kuala_Lumpur', 'YYYY-MM') as month`)
      ).rows[0].month
      // The sessions are moved to the month before the current one, which is the month that is billed.
      await db.query(
        `update ${schema}.class_session set held_on = (date_trunc('month', ($2 || '-01')::date) - interval '1 month')::date
           + (held_on - '2026-01-01'::date) where subject_id = $1`,
        [subject, month],
      )
    })
    expect(students).toHaveLength(1)
    await office.goto(`${demo}/invoice/generation/new`)
    await office.selectOption('[name=subject_id]', subject)
    const months = await office
      .locator('[name=month] option')
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))
    await office.selectOption('[name=month]', months[2]!)
    await office.getByRole('button', { name: /^Make the preview/ }).click()
    await untilOver(office)
    await expect(main).toContainText('Fees by session')
    await expect(main).toContainText('RM210.00')
    await office.getByText('Run…').click()
    await office.getByRole('button', { name: /^Issue/ }).click()
    await untilOver(office)
    const { rows: billed } = await inDatabase((db) =>
      db.query(
        `select id, total_sen from ${schema}.invoice where student_id = $1 and generation_id is not null`,
        [children[0]],
      ),
    )
    expect(billed).toMatchObject([{ total_sen: '10500' }])
    await office.goto(`${demo}/invoice/view/${billed[0].id}`)
    const why = office.locator('#why li')
    await expect(why).toHaveCount(4)
    await expect(why.filter({ hasText: 'held' })).toHaveCount(3)
    await expect(why.filter({ hasText: 'cancelled, not charged' })).toHaveCount(1)
    await expect(office.locator('#why')).toContainText('3 × RM35.00')
  })
})
