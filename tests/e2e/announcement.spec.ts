import type { Page } from '@playwright/test'
import { asks, wordsOf } from './asks.ts'
import { expect, hosts, inDatabase, patience, test } from './fixtures.ts'
import { widerThan } from './own-font.ts'
import { aClass } from './steps/billing.ts'
import { bill, reloadUntil } from './steps/journey.ts'

/** Nobody's browser runs a script. */
const demo = hosts.tenant('demo')

const families = [
  { name: 'Umum Aminah', locale: 'en', phone: '+60127770011', email: 'umum-lim@keluarga.test' },
  { name: 'Umum Bakar', locale: 'my', phone: '+60127770012', email: 'umum-bakar@keluarga.test' },
  // The gateway takes nothing for a number that ends like this one.
  { name: 'Umum Tanpa Waris', locale: 'my', phone: '+60127770096', email: 'umum-waris@keluarga.test' },
] as const
const [lim, bakar, waris] = families
/** Their payers' names. */
const payer = ({ name }: (typeof families)[number]) => `Waris ${name}`

const codeOf = (at: number) => `UMUM777${at}`

/** Three families of one class, of whom the first has an account; each by the number of its child. */
async function threeFamilies() {
  const { schema, children } = await aClass('Umum', 5_000)
  await inDatabase(async (db) => {
    await db.query(`set search_path to ${schema}`)
    const { rows } = await db.query(
      `insert into user_account (id, name, email, roles, status, password_hash, email_proven_at)
         select gen_random_uuid(), $1, 'umum-lim@demo.test', '{parent}', 'active', password_hash, now()
         from user_account where email = 'parent@demo.test' returning id`,
      [payer(lim)],
    )
    for (const [at, family] of families.entries()) {
      const parent = await db.query(
        `insert into parent (id, user_id, name, phone, email, relationship, family_code, preferred_locale)
           values (gen_random_uuid(), $1, $2, $3, $4, 'mother', $5, $6) returning id`,
        [
          family === lim ? rows[0].id : null,
          payer(family),
          family.phone,
          family.email,
          codeOf(at),
          family.locale,
        ],
      )
      await db.query('delete from student_parent where student_id = $1', [children[at]])
      await db.query(
        `insert into student_parent (student_id, parent_id, relationship, is_primary, is_payer)
           values ($1, $2, 'mother', true, true)`,
        [children[at], parent.rows[0].id],
      )
    }
  })
  return schema
}

/** Writes to these families by e-mail, WhatsApp and in the app, in both languages, up to the page before sending. */
async function writeTo(principal: Page, title: { en: string; my: string }) {
  await principal.goto(`${demo}/announcement/new`)
  await principal.uncheck('[name=who][value=families]')
  await principal.check('[name=who][value=overdue]')
  await principal.fill('[name=people]', families.map((_, at) => codeOf(at)).join('\n'))
  await principal.check('[name=channels][value=email]')
  await principal.check('[name=channels][value=whatsapp]')
  // Otherwise what costs waits for the morning, whenever this story runs at night.
  await principal.check('[name=is_urgent]')
  await principal.fill('[name=title_en]', title.en)
  await principal.fill('[name=body_en]', 'Dear {parent},\n\n{student} owes **{amount}**. Pay here: {link}')
  await principal.fill('[name=title_my]', title.my)
  await principal.fill('[name=body_my]', 'Kepada {parent},\n\n{student} ada tunggakan **{amount}**: {link}')
  await principal.getByRole('button', { name: 'Save draft' }).click()
  await expect(principal).toHaveURL(/\/announcement\/view\//)
  const id = new URL(principal.url()).pathname.split('/').at(-1)!
  await principal.getByRole('link', { name: 'Review and send' }).first().click()
  await expect(principal).toHaveURL(`${demo}/announcement/review/${id}`)
  return id
}

/** What a row of the table of costs says. */
const row = (page: Page, channel: string) =>
  page.locator('main tbody tr').filter({ has: page.getByRole('rowheader', { name: channel, exact: true }) })

/** Nothing waits any more: what did not arrive until now never will. */
async function untilSent(schema: string, id: string) {
  const state = () =>
    inDatabase(async (db) => {
      const { rows } = await db.query(`select status from ${schema}.announcement where id = $1`, [id])
      return rows[0].status as string
    })
  await expect.poll(state, patience).not.toBe('sending')
  return state()
}

/** The ledger of an announcement and of the whole organisation. */
const creditsOf = (schema: string, id: string) =>
  inDatabase(async (db) => {
    const { rows } = await db.query(
      `select reserved_credits as reserved, used_credits as used,
         (select array_agg(kind || ' ' || delta order by position) from platform.credit_entry
           where about_id = announcement.id) as lines,
         (select sum(delta)::int - credit from platform.credit_entry where entity_id = subscription.entity_id) as difference
       from ${schema}.announcement, platform.subscription
         join platform.entity on entity.id = subscription.entity_id and entity.schema_name = $2
       where announcement.id = $1`,
      [id, schema],
    )
    const { credit: _, ...found } = rows[0]
    return found
  })

const mailsTo = (email: string) => `${hosts.main}/sandbox/mail?q=${email}`
const phoneOf = (number: string) => `${hosts.main}/sandbox/sms?q=${number.slice(1)}`

/** How many messages a page of the sandbox lists. */
async function listed(page: Page, address: string) {
  await page.goto(address)
  return page.locator('main ol > li').count()
}

test('overdue families read it in their own language on three channels, until one of them leaves two', async ({
  staff,
  person,
}) => {
  const schema = await threeFamilies()
  const principal = await staff('superadmin', { width: 360 })
  for (const { name } of families) await bill(principal, { price: '120.00', student: name })
  await inDatabase((db) =>
    db.query(
      `update ${schema}.invoice set issued_on = current_date - 2, due_on = current_date - 1
       where student_id in (select id from ${schema}.student where name like 'Umum %')`,
    ),
  )
  const main = principal.locator('main')
  const sandbox = await person()

  const first =
    await test.step('the principal reads how many, what it costs and what three families get', async () => {
      const id = await writeTo(principal, { en: 'Fees of November', my: 'Yuran November' })
      await expect(main).toContainText('3 recipients.')
      for (const channel of ['In the app', 'E-mail', 'WhatsApp'])
        await expect(row(principal, channel)).toContainText('3')
      await expect(row(principal, 'WhatsApp')).toContainText('6')
      const samples = principal.locator('article.sample')
      await expect(samples).toHaveCount(3)
      await expect(samples.filter({ hasText: payer(lim) }).first()).toContainText('Umum Aminah owes RM120.00')
      await expect(samples.filter({ hasText: payer(bakar) }).first()).toContainText(
        'Umum Bakar ada tunggakan RM120.00',
      )
      expect(await widerThan(principal, [360])).toEqual([])
      await principal.getByRole('button', { name: 'Send to 3 recipients for 6 credits' }).click()
      await expect(main).toContainText('On its way to 3 recipients.')
      return id
    })

  await test.step('it arrives, to each in their language', async () => {
    await reloadUntil(sandbox, 'Fees of November', mailsTo(lim.email))
    await reloadUntil(sandbox, 'Yuran November', mailsTo(bakar.email))
    await reloadUntil(sandbox, 'Yuran November', mailsTo(waris.email))
    await reloadUntil(sandbox, /Fees of November[\s\S]*Umum Aminah owes/, phoneOf(lim.phone))
    await reloadUntil(sandbox, /Yuran November[\s\S]*Umum Bakar ada tunggakan/, phoneOf(bakar.phone))
  })

  await test.step('what was reserved is used or comes back, and the ledger is the balance', async () => {
    expect(await untilSent(schema, first)).toBe('sent_with_errors')
    expect(await creditsOf(schema, first)).toEqual({
      ...{ reserved: 6, used: 4, difference: 0 },
      lines: ['reserve -6', 'return 2'],
    })
    await principal.goto(`${demo}/announcement/deliveries?announcement=${first}`)
    const failed = principal.locator('main tbody tr').filter({ hasText: payer(waris) })
    await expect(failed.filter({ hasText: 'WhatsApp' }).first()).toBeVisible()
  })

  await test.step('a family leaves e-mail and WhatsApp by the link in its e-mail, without signing in', async () => {
    await sandbox.goto(mailsTo(lim.email))
    await sandbox.locator('ol a').first().click()
    const text = (await sandbox.locator('pre').first().textContent()) ?? ''
    const guest = await person({ width: 360 })
    await guest.goto(/http\S+\/opt-out\/\S+/.exec(text)![0])
    await guest.getByRole('checkbox', { name: 'E-mail' }).uncheck()
    await guest.getByRole('checkbox', { name: 'WhatsApp' }).uncheck()
    expect(await widerThan(guest, [360])).toEqual([])
    await guest.getByRole('button', { name: 'Save choices' }).click()
    await expect(guest.getByRole('status')).toContainText('Your choices were saved.')
    await expect(guest.getByRole('checkbox', { name: 'E-mail' })).not.toBeChecked()
    await expect(guest.getByRole('checkbox', { name: 'SMS' })).toBeChecked()
  })

  await test.step('the next one reaches it in the app alone', async () => {
    const id = await writeTo(principal, { en: 'Last reminder', my: 'Peringatan terakhir' })
    for (const channel of ['E-mail', 'WhatsApp'])
      await expect(row(principal, channel)).toContainText('1 opted out')
    await principal.getByRole('button', { name: 'Send to 3 recipients for 4 credits' }).click()
    await expect(main).toContainText('On its way to 3 recipients.')
    await untilSent(schema, id)
    await reloadUntil(sandbox, 'Peringatan terakhir', mailsTo(bakar.email))
    expect(await listed(sandbox, phoneOf(bakar.phone))).toBe(2)
    expect(wordsOf(await asks(sandbox, mailsTo(lim.email)))).not.toContain('Last reminder')
    expect(await listed(sandbox, phoneOf(lim.phone))).toBe(1)

    const family = await staff('umum-lim', { width: 360, at: '/inbox' })
    await expect(family.locator('main')).toContainText('Fees of November')
    await family
      .getByRole('link', { name: /Last reminder/ })
      .first()
      .click()
    await expect(family.locator('h1')).toHaveText('Last reminder')
    await expect(family.locator('main')).toContainText('Umum Aminah owes RM120.00')
    expect(await widerThan(family, [360])).toEqual([])
  })
})
