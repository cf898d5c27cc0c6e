import { expect, hosts, inDatabase, test } from './fixtures.ts'
import { widerThan } from './own-font.ts'
import { aClass, untilOver } from './steps/billing.ts'
import { reloadUntil } from './steps/journey.ts'

/** A clerk prepares a billing run that only others may carry out; nobody's browser runs a script. */
test('a clerk makes a preview and asks; the supervisor finds it in the list and in the mail, runs it and sees how to undo it', async ({
  staff,
  person,
}) => {
  const { schema, subject } = await aClass('Serah', 15_000)
  const clerk = await staff('clerk', { width: 360, at: '/invoice/generation/new' })
  await clerk.selectOption('[name=subject_id]', subject)
  await clerk.getByRole('button', { name: 'Make the preview' }).click()
  await untilOver(clerk)
  const preview = new URL(clerk.url()).pathname

  await test.step('the clerk asks', async () => {
    await clerk.getByRole('link', { name: 'Ask a supervisor to run it' }).click()
    expect(await widerThan(clerk, [360])).toEqual([])
    await clerk.getByLabel(/^Note/).fill('Sebelum tengah hari')
    await clerk.getByRole('button', { name: 'Send request' }).click()
    await expect(clerk.locator('main')).toContainText(/You asked everyone who can do it on .*were e-mailed/)
    expect(await widerThan(clerk, [360])).toEqual([])
  })

  const supervisor = await staff('supervisor')
  await test.step('the supervisor finds it in the list and in the mail, and runs it', async () => {
    const mailbox = await person()
    const mails = `${hosts.main}/sandbox/mail?q=supervisor@demo.test`
    await reloadUntil(mailbox, /asks you to run billing|meminta anda menjana bil/, mails)
    await expect(supervisor.locator('main')).toContainText('Sebelum tengah hari')
    await supervisor.locator(`main a[href="${preview}"]`).click()
    await expect(supervisor.locator('main')).toContainText('Note: Sebelum tengah hari')
    await supervisor.getByText('Run…').click()
    await supervisor.getByRole('button', { name: /^Issue/ }).click()
    await untilOver(supervisor)
  })

  await test.step('it is no task any more; undoing it is offered', async () => {
    await expect(supervisor.getByRole('link', { name: 'Undo the run' })).toBeVisible()
    await supervisor.goto(`${hosts.tenant('demo')}/dashboard`)
    await expect(supervisor.locator('main')).not.toContainText('Sebelum tengah hari')
    const undo = supervisor.locator('section', { hasText: 'Can still be undone' })
    await undo.locator(`a[href="${preview}"]`).click()
    await supervisor.getByRole('link', { name: 'Undo the run' }).click()
    await supervisor.fill('[name=reason]', 'Cuma mencuba penjanaan')
    await supervisor.getByRole('button', { name: /^Cancel/ }).click()
    await untilOver(supervisor)
  })
  const { rows } = await inDatabase((db) =>
    db.query(
      `select distinct invoice.status from ${schema}.invoice join ${schema}.generation on generation.id = generation_id
       where generation.filters->>'subject_id' = $1`,
      [subject],
    ),
  )
  expect(rows).toEqual([{ status: 'cancelled' }])
})
