import { beforeAll, describe, expect, test } from 'vitest'
import { everywhere } from '#app/domain/core/actor.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { acceptLine, assignTo, ignoreLine, reopenLine, undoLine } from './change-line.ts'
import { csvOf, familyOf, type GivenLine, owedBy, states, uploaded } from './test-support.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

const today = todayIn(new Date())
const rules = { scope: everywhere, today, early_reason: 'Menurut penyata bank' }
const line = (given: GivenLine): GivenLine => ({ on: '10/02/2026', ...given })
const balanced = async () => expect(await tenant.read(imbalance)).toEqual({})

/** As somebody decides, at the version that they see. */
async function deciding<R>(
  id: string,
  work: (
    at: { id: string; version: number },
    trx: Parameters<Parameters<Tenant['write']>[0]>[0],
  ) => Promise<R>,
): Promise<R> {
  return tenant.write(async (trx) => {
    const { version } = await trx
      .selectFrom('bank_line')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return work({ id, version }, trx)
  })
}

describe('a line that waits', () => {
  test('is accepted by one click, shared out over families, said to be no fee, and undone', async () => {
    const [one, two] = [
      await familyOf(tenant, 'Latifah Yaacob Razak', 4_000),
      await familyOf(tenant, 'Goh Pei Shan Ong', 3_000),
    ]
    const statement = await uploaded(
      tenant,
      csvOf([
        line({ reference: `${one.code} ${two.code}`, in: '70.00', on: '15/02/2026' }),
        line({ words: 'DERMA SURAU', in: '20.00', on: '15/02/2026' }),
      ]),
    )
    const [shared, gift] = await statement.lines()
    const clerk = await tenant.actor('clerk')
    const supervisor = await tenant.actor('supervisor')
    const part = { amount: 4_000, paid_on: '2026-02-15', lines: [], parent_id: one.id }
    await deciding(shared!.id, (at, trx) =>
      assignTo(trx, clerk, at.id, { ...part, version: at.version }, rules),
    )
    await balanced()
    expect((await statement.lines())[0]).toMatchObject({ status: 'suggested', assigned_sen: 4_000 })
    const rest = { ...part, parent_id: two.id, amount: 3_001 }
    await expect(
      deciding(shared!.id, (at, trx) => assignTo(trx, clerk, at.id, { ...rest, version: at.version }, rules)),
    ).rejects.toMatchObject({ code: 'bank_line.too_much' })
    await deciding(shared!.id, (at, trx) =>
      assignTo(trx, clerk, at.id, { ...rest, amount: 3_000, version: at.version }, rules),
    )
    expect(await states(statement)).toEqual(['matched', 'unmatched'])
    expect([await owedBy(tenant, one), await owedBy(tenant, two)]).toEqual([[0], [0]])
    await deciding(gift!.id, (at, trx) =>
      ignoreLine(trx, clerk, everywhere, { ...at, reason: 'Derma untuk surau sekolah' }),
    )
    expect(await states(statement)).toEqual(['matched', 'ignored'])
    await deciding(gift!.id, (at, trx) => reopenLine(trx, clerk, everywhere, at))
    const undo = { today, reason: 'Baris dipadankan semula' }
    await expect(
      deciding(shared!.id, (at, trx) => undoLine(trx, clerk, everywhere, at, undo)),
    ).rejects.toMatchObject({
      code: 'four_eyes.own_entry',
    })
    await deciding(shared!.id, (at, trx) => undoLine(trx, supervisor, everywhere, at, undo))
    expect(await states(statement)).toEqual(['suggested', 'unmatched'])
    expect([await owedBy(tenant, one), await owedBy(tenant, two)]).toEqual([[4_000], [3_000]])
    await balanced()
  })

  test('is taken by the first of two who click at once', async () => {
    const family = await familyOf(tenant, 'Tan Wei Jie Khoo', 5_000)
    const statement = await uploaded(
      tenant,
      csvOf([line({ reference: family.bills[0]!.number!, in: '50.00', on: '16/02/2026' })]),
    )
    const [waiting] = await statement.lines()
    expect(waiting).toMatchObject({ status: 'suggested', parent_id: family.id })
    const at = { id: waiting!.id, version: waiting!.version }
    const clerk = await tenant.actor('clerk')
    const clicks = await Promise.allSettled(
      [1, 2, 3].map(() => tenant.write((trx) => acceptLine(trx, clerk, at, rules))),
    )
    expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await owedBy(tenant, family)).toEqual([0])
    await balanced()
  })

  test('may be undone again once it was booked again, and was not by itself then', async () => {
    const family = await familyOf(tenant, 'Rosli Ahmad Kamil', 5_000)
    const statement = await uploaded(tenant, csvOf([line({ reference: family.code, in: '50.00' })]))
    const now = async () => (await statement.lines())[0]!
    expect(await now()).toMatchObject({ status: 'matched', by_itself: true })
    const [clerk, supervisor] = [await tenant.actor('clerk'), await tenant.actor('supervisor')]
    const undo = async () => {
      const { id } = await now()
      await deciding(id, (at, trx) =>
        undoLine(trx, supervisor, everywhere, at, { today, reason: 'Baris dipadankan semula' }),
      )
    }
    await undo()
    expect(await now()).toMatchObject({ status: 'suggested', assigned_sen: 0, by_itself: false })
    await deciding((await now()).id, (at, trx) => acceptLine(trx, clerk, at, rules))
    expect(await owedBy(tenant, family)).toEqual([0])
    await undo()
    expect(await now()).toMatchObject({ status: 'suggested', assigned_sen: 0 })
    expect(await owedBy(tenant, family)).toEqual([5_000])
    await balanced()
  })
})
