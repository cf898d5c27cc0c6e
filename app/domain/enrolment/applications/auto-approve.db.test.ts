import { beforeAll, expect, test } from 'vitest'
import { keysIn } from '#app/domain/people/parents/test-support.ts'
import * as make from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { newPhone } from '#tests/support/people/codes.ts'
import { autoApprove } from './auto-approve.ts'
import { submitApplication } from './submit-application.ts'
import { appliedChild, appliedParent, newApplication, today, visitor, wishes } from './test-support.ts'

/** A colleague could set the price of a class, and then register the own child there, so that nobody looks at either. */

let tenant: Tenant
let subject_id: string

beforeAll(async () => {
  tenant = await freshTenant()
  subject_id = await tenant.write(async (trx) => {
    await make.insert(trx, 'setting', {
      ...{ key: 'application', value: JSON.stringify({ auto_approve: true }) },
    })
    // No paper is asked for, which would be another reason to wait.
    const fields = { default: { 'document.birth_certificate': 'shown' } }
    await make.insert(trx, 'setting', { key: 'registration_form', value: JSON.stringify({ fields }) })
    return (await make.subject(trx)).id
  })
})

type Applied = Parameters<typeof newApplication>[0]
type Account = { id: string; phone: string; email: string }

/** Whether the application of somebody who has these roles, or is related to who has them, is approved automatically. */
async function isApproved(
  roles: string[],
  given: (trx: make.Trx, account: Account) => Promise<Partial<Applied>>,
) {
  const undo = new Error('undo')
  let approved: boolean | undefined
  const tried = tenant.write(async (trx) => {
    const contact = { phone: newPhone(), email: `rakan-${make.next()}@sekolah.test` }
    const { id } = await make.user(trx, { roles: roles as never, ...contact })
    const students = [{ ...appliedChild(), subjects: wishes(subject_id) }]
    const input = newApplication({ students, ...(await given(trx, { id, ...contact })) })
    const keys = keysIn(tenant)
    const sent = await submitApplication(trx, visitor, keys, input, today)
    approved = await autoApprove(trx, keys, sent.id, today)
    throw undo
  })
  await expect(tried).rejects.toBe(undo)
  return approved
}

test('a family without a colleague is approved', async () => {
  expect(await isApproved(['clerk'], async () => ({}))).toBe(true)
})

const ways: Record<string, (trx: make.Trx, account: Account) => Promise<Partial<Applied>>> = {
  'whose phone is written': async (_, { phone }) => ({ parents: [appliedParent({ phone })] }),
  'whose address is written, of the second parent': async (_, { email }) => ({
    parents: [appliedParent(), appliedParent({ email: email.toUpperCase() })],
  }),
  'who has signed in': async (trx, { id: user_id }) => {
    const { id: parent_id, name, phone } = await make.parent(trx, { user_id })
    return { user_id, parent_id, parents: [appliedParent({ name, phone })] }
  },
  'with whom the parent has a child': async (trx, { id: user_id }) => {
    const spouse = await make.parent(trx)
    const child = await make.student(trx, {}, { payer: await make.parent(trx, { user_id }) })
    await make.insert(trx, 'student_parent', {
      ...{ student_id: child.id, parent_id: spouse.id, relationship: 'mother' },
      ...{ is_primary: false, is_payer: false },
    })
    return { parents: [appliedParent({ name: spouse.name, phone: spouse.phone })] }
  },
}

test.each(Object.keys(ways))('that of a colleague %s waits for another', async (way) => {
  expect(await isApproved(['clerk'], ways[way]!)).toBe(false)
})
