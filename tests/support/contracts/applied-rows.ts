import { sql } from 'kysely'
import { newId } from '#db/id.ts'
import { application } from '../database/application-factories.ts'
import { insert, student, type Trx } from '../database/factories.ts'
import { noonOf, text } from './told.ts'

/**
 * The first was taken back, the second is for a child who is like one on file. Each agreed to a paper, and with the second
 * the organisation did.
 */
export async function appliedFor(trx: Trx, index: number, subject_id: string) {
  const first = index === 0
  const known = await student(trx)
  const over = { status: 'rejected', reason: 'withdrawn', decided_at: noonOf(0) }
  const sent = await application(
    trx,
    {
      submitted_at: noonOf(index),
      ...(first ? { channel: 'staff', withdrawn_at: noonOf(0), ...over } : {}),
    },
    {
      ...(first ? { subject_id, parent: { name: text }, line: over } : {}),
      child: {
        ...(first ? { name: text } : {}),
        ...(index === 1 && known.birth_cert_no ? { birth_cert_no: known.birth_cert_no } : {}),
      },
    },
  )
  const agreed_at = noonOf(index)
  await insert(trx, 'legal_consent', {
    ...{ id: newId(), application_id: sent.id, agreed_at, publisher: 'organisation' },
    ...(first ? { paper: 'terms', version: '2026-03-01.2' } : { paper: 'privacy', version: '2026-01-01' }),
  })
  if (index !== 1) return
  await trx
    .insertInto('platform.legal_consent')
    .values({
      ...{ id: newId(), slug: 'terms', version: '2026-01-01', person: 'Puan Rohani', agreed_at },
      entity_id: sql<string>`platform.current_entity()`,
    })
    .execute()
}
