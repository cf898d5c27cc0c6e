import { application } from '../database/application-factories.ts'
import { student, type Trx } from '../database/factories.ts'
import { noonOf, text } from './told.ts'

/** The first was taken back, the second is for a child who is like one on file. */
export async function appliedFor(trx: Trx, index: number, subject_id: string) {
  const first = index === 0
  const known = await student(trx)
  const over = { status: 'rejected', reason: 'withdrawn', decided_at: noonOf(0) }
  await application(
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
}
