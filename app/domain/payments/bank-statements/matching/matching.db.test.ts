import { beforeAll, describe, expect, test } from 'vitest'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { type ProfileInput, profileOf, updateProfile } from '#app/domain/identity/accounts/profile.ts'
import { csvOf, familyOf, owedBy, uploaded } from '#app/domain/payments/bank-statements/test-support.ts'
import { editParent } from '#app/domain/people/parents/change-parent.ts'
import { parentRow } from '#app/domain/people/parents/find-parents.ts'
import { keysIn } from '#app/domain/people/parents/test-support.ts'
import { newId } from '#db/id.ts'
import { branch, user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'

describe('the name of a family on a bank line', () => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await freshTenant()
  })

  /** A family whose payer signs in. */
  async function signedIn(name: string, ...sens: number[]) {
    const family = await familyOf(tenant, name, ...sens)
    const account = await tenant.write((trx) => user(trx, { roles: ['parent'], name }))
    await tenant.write(async (trx) => {
      const unlinked = trx.updateTable('parent').set({ user_id: null })
      await unlinked.where('user_id', '=', account.id).execute()
      const linked = trx.updateTable('parent').set({ user_id: account.id })
      await linked.where('id', '=', family.id).execute()
    })
    const actor: Actor & { id: string } = {
      ...(await tenant.actor('clerk')),
      ...{ id: account.id, name, roles: ['parent'] as const },
    }
    const rename = async (to: string) => {
      const { trainer, parent, ...own } = await tenant.read((db) => profileOf(db, account.id))
      const filled = Object.entries({ ...own, ...parent, name: to }).map(([key, value]) => [
        key,
        value ?? undefined,
      ])
      const versions = { version: own.version, parent_version: parent?.version }
      const input = { ...Object.fromEntries(filled), ...versions } as unknown as ProfileInput
      await tenant.write((trx) => updateProfile(trx, actor, input, { confirmed: true }))
    }
    return { ...family, actor, rename }
  }

  /** As the form of the parent is saved without a change. */
  async function saveForm(id: string, by: Actor, scope = everywhere) {
    const row = await tenant.read((db) => parentRow(db, everywhere, keysIn(tenant), id))
    const filled = Object.entries(row).map(([key, value]) => [key, value ?? undefined])
    const { version, ...input } = Object.fromEntries(filled)
    await tenant.write((trx) =>
      editParent(trx, by, scope, keysIn(tenant), { id, version }, { ...input, is_another: true }),
    )
  }

  /** Another family owes the same, so that the sum alone says nothing. */
  const sameDebt = (sen: number) => familyOf(tenant, `Keluarga Lain ${'abcdefgh'[sen % 8]}`, sen)

  const lineOf = async (name: string, amount: string, on: string, words = 'DUITNOW') => {
    const statement = await uploaded(tenant, csvOf([{ words, name, in: amount, on }]))
    return (await statement.lines())[0]!
  }

  test('that a parent chose takes no stranger’s transfer, and is not even suggested', async () => {
    const family = await signedIn('Rosmah Kadir Jalil', 13_370)
    await family.rename('Fund Transfer Received')
    await sameDebt(13_370)
    const statement = await uploaded(
      tenant,
      csvOf([{ words: 'FUND TRANSFER RECEIVED LIM AH SENG', in: '133.70', on: '10/02/2026' }]),
    )
    expect(await statement.lines()).toMatchObject([{ status: 'unmatched', parent_id: null }])
    expect(await owedBy(tenant, family)).toEqual([13_370])
  })

  test('is evidence again once the office has saved it, and not by the parents’ own form', async () => {
    const family = await signedIn('Hamdan Said Omar', 4_400)
    await family.rename('Hamdan Said Osman Omar')
    await sameDebt(4_400)
    const found = (on: string) => lineOf('HAMDAN SAID OSMAN OMAR', '44.00', on)
    expect(await found('01/02/2026')).toMatchObject({ status: 'unmatched' })
    await saveForm(family.id, family.actor, { ...everywhere, scope: 'own', parent_id: family.id })
    expect(await found('02/02/2026')).toMatchObject({ status: 'unmatched' })
    await saveForm(family.id, await tenant.actor('clerk'))
    expect(await found('03/02/2026')).toMatchObject({ status: 'suggested', parent_id: family.id })
  })

  test('is only suggested, although it is confirmed, unique and the sum is right', async () => {
    const family = await familyOf(tenant, 'Yusri Hamid Talib', 9_100)
    const line = await lineOf('YUSRI HAMID TALIB', '91.00', '04/02/2026')
    expect(line).toMatchObject({ status: 'suggested', parent_id: family.id, by_itself: false })
    expect(await owedBy(tenant, family)).toEqual([9_100])
  })

  test('is compared with the families of every branch, also for the statement of one', async () => {
    const here = await familyOf(tenant, 'Zaharah Nordin Kassim', 7_700)
    const there = await familyOf(tenant, 'Zaharah Nordin Kassim', 8_800)
    await tenant.write(async (trx) => {
      const { id: branch_id } = await branch(trx)
      const children = trx.selectFrom('student_parent').select('student_id').where('parent_id', '=', there.id)
      await trx.updateTable('student').set({ branch_id }).where('id', 'in', children).execute()
    })
    const text = csvOf([{ name: 'ZAHARAH NORDIN KASSIM', in: '77.00', on: '05/02/2026' }])
    const statement = await uploaded(tenant, text, { branch_id: tenant.branch.id })
    const [line] = await statement.lines()
    expect(line).toMatchObject({ parent_id: here.id })
    expect(line!.evidence).toContainEqual({ kind: 'same_name', text: 'Zaharah Nordin Kassim' })
  })

  test('is none when it is the organisation’s own or that of a branch', async () => {
    await tenant.write((trx) => branch(trx, { name: 'Cawangan Taman Contoh' }))
    await familyOf(tenant, 'Cawangan Taman Contoh', 6_600)
    await sameDebt(6_600)
    const line = await lineOf('CAWANGAN TAMAN CONTOH', '66.00', '06/02/2026')
    expect(line).toMatchObject({ parent_id: null })
  })
})

describe('a bank line of a closed month', () => {
  test('is left to a person, who sees why', async () => {
    const tenant = await freshTenant()
    const [clerk, family] = [await tenant.actor('clerk'), await familyOf(tenant, 'Mariani Deli Sood', 5_500)]
    await tenant.write((trx) =>
      trx
        .insertInto('month_closing')
        .values({
          ...{ id: newId(), month: '2026-02-01', closed_by: clerk.id! },
          ...{ received_sen: 0, reversed_sen: 0, fees_sen: 0, net_sen: 0 },
        })
        .execute(),
    )
    const text = csvOf([{ reference: family.code, in: '55.00', on: '10/02/2026' }])
    const [line] = await (await uploaded(tenant, text)).lines()
    expect(line).toMatchObject({ status: 'suggested', parent_id: family.id })
    const kinds = (line!.evidence as { kind: string }[]).map(({ kind }) => kind)
    expect(kinds).toContain('month_closed')
    // It was not even tried.
    expect(kinds).not.toContain('refused')
  })
})
