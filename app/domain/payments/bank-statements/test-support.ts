import { everywhere } from '#app/domain/core/actor.ts'
import { readStatement } from '#app/integrations/statements/read-statement.ts'
import { matchStatement, undoStatementOf } from '#jobs/handlers/bank-statements.ts'
import { parent, student } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { stageStatement, startUndo } from './change-statement.ts'
import type { StatementRecord } from './find-statements.ts'

type Bill = { id: string; number: string | null; balance_sen: number | null }

export interface Family {
  id: string
  code: string
  name: string
  bills: Bill[]
}

/** A family of one child that owes these amounts since the end of January. */
export async function familyOf(tenant: Tenant, name: string, ...sens: number[]): Promise<Family> {
  return tenant.write(async (trx) => {
    const payer = await parent(trx, { name })
    const child = await student(trx, { branch_id: tenant.branch.id }, { payer })
    const bills: Bill[] = []
    for (const sen of sens)
      bills.push(
        await invoice(
          trx,
          {
            student_id: child.id,
            payer_parent_id: payer.id,
            branch_id: tenant.branch.id,
            due_on: `2026-02-0${bills.length + 1}`,
          },
          [{ price_sen: sen }],
        ),
      )
    return { id: payer.id, code: payer.family_code, name: payer.name, bills }
  })
}

const headings = [
  ...['Date', 'Description', "Sender's / Beneficiary's Name", "Reference 1 / Recipient's Reference"],
  ...['Reference 2 / Other Payment Details', 'Amount (DR)', 'Amount (CR)', 'Balance'],
]

export interface GivenLine {
  on?: string
  words?: string
  name?: string
  reference?: string
  in?: string
  out?: string
}

/** A file as one of the banks gives it, with the balance after each line. */
export function csvOf(lines: readonly GivenLine[], opening = 1_000): string {
  let balance = opening * 100
  const rows = lines.map(
    ({ on = '10/02/2026', words = 'DUITNOW', name = '', reference = '', in: came = '', out = '' }) => {
      balance += Math.round(Number(came || 0) * 100) - Math.round(Number(out || 0) * 100)
      return [on, words, name, reference, '', out, came, (balance / 100).toFixed(2)]
    },
  )
  return [
    'RHB Bank,,,',
    'Account No,21234567890123',
    headings.join(','),
    ...rows.map((row) => row.join(',')),
  ].join('\r\n')
}

/** Uploaded by an administrator, and matched as the worker does, on this day. */
export async function uploaded(
  tenant: Tenant,
  text: string | Buffer,
  given: { branch_id?: string; matched?: false } = {},
) {
  const admin = await tenant.actor('admin')
  const file = await readStatement(Buffer.from(text as string))
  const { id } = await tenant.write((trx) =>
    stageStatement(trx, admin, { file, file_name: 'penyata.csv', branch_id: given.branch_id ?? null }),
  )
  if (given.matched !== false)
    await matchStatement({ statement_id: id }, jobTools(tenant, 'bank_statement.match'))
  return statementBy(tenant, id)
}

function statementBy(tenant: Tenant, id: string) {
  return {
    id,
    now: () =>
      tenant.read((db) =>
        db.selectFrom('bank_statement').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      ) as unknown as Promise<StatementRecord>,
    lines: () =>
      tenant.read((db) =>
        db.selectFrom('bank_line').selectAll().where('statement_id', '=', id).orderBy('number').execute(),
      ),
    /** Begins to take it back, as it is by then. */
    async beginUndo() {
      const admin = await tenant.actor('admin')
      const { version } = await this.now()
      await tenant.write((trx) => startUndo(trx, admin, everywhere, { id, version }))
    },
    undo: () => undoStatementOf({ statement_id: id }, jobTools(tenant, 'bank_statement.undo')),
  }
}

export const states = async (one: ReturnType<typeof statementBy>) =>
  (await one.lines()).map(({ status }) => status)

export const owedBy = (tenant: Tenant, family: Family) =>
  tenant.read(async (db) =>
    (
      await db
        .selectFrom('invoice')
        .select('balance_sen')
        .where('payer_parent_id', '=', family.id)
        .orderBy('due_on')
        .execute()
    ).map(({ balance_sen }) => Number(balance_sen)),
  )
