import { sql } from 'kysely'
import { environment } from '#app/environment.ts'
import { filesOf } from '#app/integrations/files/files.ts'
import { newId } from '#db/id.ts'
import type { Corner, Noun } from '#tests/support/access/noun.ts'
import { application } from '#tests/support/database/application-factories.ts'
import {
  feeCategory,
  feeType,
  insert,
  next,
  student,
  subjectFee,
  type Trx,
} from '#tests/support/database/factories.ts'

/** What the corner's family has handed in, for a child who is new here. */
const submittedRegistration = (
  { mark, branch_id: _, payer_parent_id, subject_id, sen }: Corner,
  trx: Trx,
  cert?: string,
) =>
  application(
    trx,
    { parent_id: payer_parent_id, estimate_sen: sen() },
    {
      ...{ subject_id, parent: { name: mark, occupation: mark } },
      child: { name: mark, previous_school: mark, ...(cert ? { birth_cert_no: cert } : {}) },
    },
  )

/** Applications, and their children and parents one by one. */
export const applicationNouns = {
  application: {
    make: async (trx, corner) => {
      const { id, version } = await submittedRegistration(corner, trx)
      return { id, version }
    },
  },
  /** One whose registration fee is to be paid first. */
  owingApplication: {
    make: async (trx, corner) => {
      const { id, version } = await submittedRegistration(corner, trx)
      const category = await feeCategory(trx, { kind: 'registration' })
      const type = await feeType(trx, { fee_category_id: category.id })
      const fee = { subject_id: corner.subject_id, fee_type_id: type.id, frequency: 'one_off' }
      await subjectFee(trx, { ...fee, amount_sen: corner.sen(), remark: corner.mark })
      return { id, version }
    },
  },
  applicationChild: {
    make: async (trx, corner) => {
      const { line, version, subject_id } = await submittedRegistration(corner, trx)
      return { id: line.id, version, subject_id }
    },
  },
  /** One who is like a student on file. */
  likeChild: {
    make: async (trx, corner) => {
      const cert = `LC${next()}`
      const { branch_id, mark } = corner
      const like = await student(trx, { name: mark, branch_id, birth_cert_no: cert })
      const { line, version } = await submittedRegistration(corner, trx, cert)
      return { id: line.id, version, student_id: like.id }
    },
  },
  applicationParent: {
    make: async (trx, corner) => {
      const { parent_row, version } = await submittedRegistration(corner, trx)
      return { id: parent_row, version }
    },
  },
  applicationPaper: {
    make: async (trx, corner) => {
      const { id: application_id } = await submittedRegistration(corner, trx)
      const { rows } = await sql<{ place: string }>`select current_schema() as place`.execute(trx)
      const storage_key = newId()
      const content_type = 'application/pdf'
      await filesOf(environment, rows[0]!.place).put(storage_key, Buffer.from(corner.mark), content_type)
      const file = await insert(trx, 'stored_file', {
        ...{ id: newId(), kind: 'application', name: `${corner.mark}.pdf`, content_type, storage_key },
        ...{ size_bytes: corner.mark.length, sha256: Buffer.alloc(32) },
      })
      const kind = 'birth_certificate'
      return insert(trx, 'application_document', { id: newId(), application_id, kind, file_id: file.id })
    },
  },
} satisfies Record<string, Noun>
