import { newId } from '#db/id.ts'
import { insert, type Trx, user } from '../database/factories.ts'
import { text } from './told.ts'

/** Pay sheets: a draft, one that waits and one that is paid; the first of a trainer of the far branch. Whose the last is. */
export async function paySheets(trx: Trx, [here, far]: readonly [string, string], user_id: string) {
  const states = [
    { status: 'draft', month: '2026-01-01', total_sen: 12_000 },
    {
      status: 'submitted',
      month: '2026-02-01',
      total_sen: 8_050,
      submitted_by: user_id,
      submitted_at: new Date(),
    },
    {
      ...{
        status: 'paid',
        month: '2026-03-01',
        total_sen: 100,
        submitted_by: user_id,
        submitted_at: new Date(),
      },
      ...{ decided_at: new Date(), paid_on: '2026-04-02', bank_reference: 'IBG 7781' },
    },
  ]
  let last = { id: '', name: '' }
  for (const [index, state] of states.entries()) {
    const branch_id = index === 0 ? far : here
    const name = index === 0 ? text : `Cikgu ${index}`
    const { trainer, id: trainer_user_id } = await user(trx, { name, roles: ['trainer'] }, { branch_id })
    const decided = state.status === 'paid' ? { decided_by: (await user(trx)).id } : {}
    last = { id: trainer!.id, name }
    await insert(trx, 'pay_sheet', {
      id: newId(),
      trainer_id: trainer!.id,
      trainer_user_id,
      ...state,
      ...decided,
    })
  }
  return last
}
