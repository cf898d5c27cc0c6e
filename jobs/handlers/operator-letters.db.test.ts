import PostalMime from 'postal-mime'
import { beforeAll, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { noticeTo } from '#app/domain/identity/accounts/accounts.ts'
import { createOperator, invitationOf } from '#app/domain/platform/operators/change-operator.ts'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import type { Payload } from '#app/outbox/catalogue.ts'
import { newId } from '#db/id.ts'
import type { JobTools } from '#jobs/handler.ts'
import { handlerOf, platformTools } from '#tests/support/jobs/job-tools.ts'
import { addOperator, platform } from '#tests/support/people/second-factor.ts'

const inviteOperator = handlerOf('operator.invite')
const noticeOperator = handlerOf('operator.notice')

let sandbox: MailSandbox
let tools: JobTools

beforeAll(async () => {
  sandbox = await createMailSandbox({ folder: environment.dataDir })
  tools = platformTools('operator.invite', {
    smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    mainHost: 'lunas.test',
  })
  return () => sandbox.close()
})

const asJob = (): JobTools => ({ ...tools, job: { ...tools.job, id: newId() } })

async function textsTo(address: string): Promise<{ subject: string; text: string }[]> {
  const mails = sandbox.mails().filter(({ to }) => to.includes(address))
  return Promise.all(
    mails.map(async ({ id, subject }) => {
      const { text } = await PostalMime.parse((await sandbox.source(id))!)
      return { subject, text: text! }
    }),
  )
}

/** The newest job of that name for an operator, as the outbox has it. */
async function asked<N extends 'operator.invite'>(name: N, operator_id: string): Promise<Payload<N>> {
  const rows = await platform((trx) =>
    trx.selectFrom('platform.outbox').select('payload').where('name', '=', name).execute(),
  )
  return rows
    .map(({ payload }) => payload as Payload<N>)
    .findLast((payload) => payload.operator_id === operator_id)!
}

async function invited(email: string) {
  const owner = await addOperator({ role: 'owner' })
  const actor = { ...systemActor, type: 'operator' as const, id: owner.id, name: owner.name }
  const input = { name: 'Nurul Huda', email, role: 'finance', locale: 'my' } as const
  const { id } = await platform((trx) => createOperator(trx, actor, environmentKeyring(environment), input))
  return id
}

test('an invitation is mailed once, in the language of the account, with a link that works', async () => {
  const id = await invited('nurul@lunas.test')
  const payload = await asked('operator.invite', id)
  const job = asJob()
  await inviteOperator(payload, job)
  await inviteOperator(payload, job)
  const [mail, ...more] = await textsTo('nurul@lunas.test')
  expect(more).toEqual([])
  expect(mail!.subject).toBe('Akaun anda sebagai pengendali Lunas')
  const token = /http:\/\/lunas\.test\/admin\/invitation\?token=([\w-]{43})/.exec(mail!.text)![1]!
  expect(await platform((trx) => invitationOf(trx, token))).toMatchObject({ id })
})

test('one that was taken up or withdrawn in the meantime is not mailed', async () => {
  const id = await invited('terlambat@lunas.test')
  await platform((trx) =>
    trx.updateTable('platform.operator').set({ status: 'active' }).where('id', '=', id).execute(),
  )
  await inviteOperator(await asked('operator.invite', id), asJob())
  expect(await textsTo('terlambat@lunas.test')).toEqual([])
})

test('a notice says what happened, when, by whom and from where, and holds no secret', async () => {
  const { id, email } = await addOperator({ locale: 'en' })
  const actor = { ...systemActor, id: newId(), name: 'Farah Nabila', ip: '203.0.113.7' }
  await noticeOperator(noticeTo(id, actor, 'second_factor_reset'), asJob())
  await noticeOperator(noticeTo(id, { ...actor, id }, 'recovery_code_used', { codes_left: 3 }), asJob())
  const [reset, used] = (await textsTo(email)).toSorted((a, b) => b.subject.localeCompare(a.subject))
  expect(reset!.text).toMatch(/Done by:\s+Farah Nabila/)
  expect(reset!.text).toContain('203.0.113.7')
  expect(used!.text).toMatch(/Recovery codes left:\s+3/)
  expect(used!.text).not.toContain('Done by')
})

test('a change of address is told to the old one; an operator who is gone is told nothing', async () => {
  const { id } = await addOperator({ locale: 'en' })
  const notice = noticeTo(id, { ...systemActor, id }, 'email_changed', { address: 'lama@lunas.test' })
  await noticeOperator(notice, asJob())
  expect(await textsTo('lama@lunas.test')).toHaveLength(1)
  await noticeOperator({ ...notice, operator_id: newId(), address: 'hantu@lunas.test' }, asJob())
  expect(await textsTo('hantu@lunas.test')).toEqual([])
})
