import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '#app/domain/core/actor.ts'
import {
  createStaff,
  editStaff,
  resendInvitation,
  setStaffStatus,
} from '#app/domain/people/staff/change-staff.ts'
import { staffMember } from '#app/domain/people/staff/find-staff.ts'
import { keysOf, newStaff } from '#app/domain/people/staff/test-support.ts'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { acceptInvitation, invitedBy } from './invitation.ts'

const sendInvitation = handlerOf('invitation.send')

let tenant: Tenant
let superadmin: Actor
let sandbox: MailSandbox
const all = { scope: 'all', user_id: '', branch_ids: [], parent_id: null } as const
const guest = (): Actor => ({ ...superadmin, type: 'guest', id: null, name: 'guest', roles: [] })

beforeAll(async () => {
  tenant = await freshTenant({ name: 'Tadika Sinar' })
  superadmin = await tenant.actor('superadmin')
  sandbox = await createMailSandbox({ folder: `${environment.dataDir}/mail` })
})
afterAll(() => sandbox.close())

let last = 0
async function invited(given: object = {}) {
  const email = `baharu-${++last}@staff.test`
  const input = newStaff(tenant, { email, ...given })
  const id = await tenant.write((trx) => createStaff(trx, superadmin, keysOf(tenant), input))
  const { user_id } = await tenant.read((db) => staffMember(db, all, keysOf(tenant), id))
  return { id, user_id, input, email }
}

const newest = (user_id: string) =>
  tenant.read((db) =>
    db
      .selectFrom('invitation')
      .selectAll()
      .where('user_id', '=', user_id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow(),
  )

/** Sends the newest invitation of an account as the worker does, and reads the mail. */
async function mailed(user_id: string, email: string) {
  const tools = jobTools(tenant, 'invitation.send', {
    settings: { smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` },
  })
  await sendInvitation({ invitation_id: (await newest(user_id)).id }, tools)
  const [mail] = sandbox.mails().filter(({ to }) => to.includes(email))
  if (!mail) return undefined
  const { text } = await PostalMime.parse((await sandbox.source(mail.id))!)
  return { subject: mail.subject, text: text!, token: /token=([\w-]+)/.exec(text!)![1]! }
}

const accept = (token: string) => tenant.write((trx) => acceptInvitation(trx, guest(), token, 'a hash'))
const look = (token: string) => tenant.read((db) => invitedBy(db, token))

describe('an invitation', () => {
  test('arrives in the person’s language with a link on the organisation’s own host', async () => {
    const { user_id, email, input } = await invited({ locale: 'my' })
    const mail = await mailed(user_id, email)
    expect(mail!.subject).toBe('Akaun anda di Tadika Sinar')
    expect(mail!.text).toContain(`Kepada ${input.name},`)
    const { subdomain } = tenant.entity
    expect(mail!.text).toContain(`http://${subdomain}.localhost:3000/invitation?token=${mail!.token}`)
    expect(Buffer.from(mail!.token, 'base64url')).toHaveLength(32)
  })

  test('opens once: the account is active with its password, and the sign-in is on record', async () => {
    const { user_id, email, input } = await invited()
    const { token } = (await mailed(user_id, email))!
    expect(await look(token)).toMatchObject({ user_id, name: input.name, email })
    expect(await accept(token)).toBe(user_id)
    const account = await tenant.read((db) =>
      db
        .selectFrom('user_account')
        .select(['status', 'password_hash', 'last_login_at'])
        .where('id', '=', user_id)
        .executeTakeFirstOrThrow(),
    )
    expect(account).toEqual({ status: 'active', password_hash: 'a hash', last_login_at: expect.any(Date) })
    const log = await tenant.read((db) =>
      db.selectFrom('login_log').select(['method', 'result']).where('user_id', '=', user_id).execute(),
    )
    expect(log).toEqual([{ method: 'invitation', result: 'signed_in' }])
    await expect(accept(token)).toRefuse('auth.token_invalid')
    await expect(look(token)).toRefuse('auth.token_invalid')
  })

  test('opens once, also when it is taken up twice at the same moment', async () => {
    const { user_id, email } = await invited()
    const { token } = (await mailed(user_id, email))!
    const outcomes = await Promise.allSettled([accept(token), accept(token), accept(token)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('ends after seven days', async () => {
    const { user_id, email } = await invited()
    const { token } = (await mailed(user_id, email))!
    const { created_at, expires_at } = await newest(user_id)
    expect(expires_at.getTime() - created_at.getTime()).toBe(7 * 86_400_000)
    await tenant.write((trx) =>
      trx
        .updateTable('invitation')
        .set({ expires_at: new Date(Date.now() - 1_000) })
        .where('user_id', '=', user_id)
        .execute(),
    )
    await expect(look(token)).toRefuse('auth.token_expired')
    await expect(accept(token)).toRefuse('auth.token_expired')
  })

  test('is replaced by the next, at most five a day', async () => {
    const { id, user_id, email } = await invited()
    const first = (await mailed(user_id, email))!
    const again = () => tenant.write((trx) => resendInvitation(trx, superadmin, keysOf(tenant), id, 1))
    await again()
    const second = (await mailed(user_id, email))!
    await expect(look(first.token)).toRefuse('auth.token_invalid')
    expect(await look(second.token)).toMatchObject({ user_id })
    for (let sent = 3; sent <= 5; sent++) await again()
    await expect(again()).toRefuse('invitation.too_often')
  })

  test('is withdrawn with the account, and one that was not sent yet is not sent', async () => {
    const { id, user_id, email } = await invited()
    const { token } = (await mailed(user_id, email))!
    const later = await invited()
    for (const one of [id, later.id])
      await tenant.write((trx) =>
        setStaffStatus(trx, superadmin, keysOf(tenant), one, { version: 1, status: 'inactive' }),
      )
    await expect(accept(token)).toRefuse('auth.token_invalid')
    expect(await mailed(later.user_id, later.email)).toBeUndefined()
  })

  test('follows the address: the link in the old mailbox opens nothing', async () => {
    const { id, user_id, email, input } = await invited()
    const { token } = (await mailed(user_id, email))!
    const moved = { ...input, email: 'pindah@staff.test', version: 1 }
    await tenant.write((trx) => editStaff(trx, superadmin, keysOf(tenant), id, 1, moved))
    await expect(look(token)).toRefuse('auth.token_invalid')
    const next = (await mailed(user_id, 'pindah@staff.test'))!
    expect(await look(next.token)).toMatchObject({ user_id })
  })

  test('is not made for a phone alone or for who has a password', async () => {
    const silent = await invited({ email: undefined })
    const again = (id: string) =>
      tenant.write((trx) => resendInvitation(trx, superadmin, keysOf(tenant), id, 1))
    await expect(again(silent.id)).toRefuse('invitation.no_email')
    const { id, user_id, email } = await invited()
    await accept((await mailed(user_id, email))!.token)
    await expect(again(id)).toRefuse('invitation.not_needed')
  })

  test('has a token that stands nowhere in the database and opens nothing elsewhere', async () => {
    const { user_id, email } = await invited()
    const { token } = (await mailed(user_id, email))!
    const rows = await tenant.read(async (db) => [
      await db.selectFrom('invitation').selectAll().execute(),
      await db.selectFrom('audit_log').selectAll().execute(),
      await db.selectFrom('sent_mail').selectAll().execute(),
    ])
    expect(JSON.stringify(rows)).not.toContain(token)
    const neighbour = await freshTenant()
    await expect(neighbour.read((db) => invitedBy(db, token))).toRefuse('auth.token_invalid')
    const wrong = [
      '',
      'x',
      token.slice(1),
      `${token}x`,
      `${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`,
    ]
    for (const one of wrong) await expect(look(one)).toRefuse('auth.token_invalid')
  })
})
