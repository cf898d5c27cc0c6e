import { sql } from 'kysely'
import { keyringOf } from '#app/domain/core/secrets.ts'
import { sealedAnswers } from '#app/domain/enrolment/applications/answers.ts'
import type { ParentAnswers, StudentAnswers } from '#app/domain/enrolment/applications/application.ts'
import { environment } from '#app/environment.ts'
import { newId, newPublicCode } from '#db/id.ts'
import { type Given, insert, next, subject, type Trx } from './factories.ts'

interface Applied {
  parent?: Partial<ParentAnswers>
  child?: Partial<StudentAnswers>
  /** Columns of the child's row. */
  line?: Given<'application_student'>
  subject_id?: string
}

/** An application of one parent for one child and one class, with all that was answered. */
export async function application(trx: Trx, given: Given<'application'> = {}, applied: Applied = {}) {
  const number = next()
  const { rows } = await sql<{ place: string }>`select current_schema() as place`.execute(trx)
  const keys = { ring: keyringOf(environment.appKey), place: rows[0]!.place }
  const row = await insert(trx, 'application', {
    ...{ id: newId(), number: `APP-26-9${String(number).padStart(5, '0')}`, public_code: newPublicCode() },
    ...{ channel: 'public', form: 'default', locale: 'en', consent_version: '2026-01' },
    ...given,
  })
  const who: ParentAnswers = {
    ...{ name: `Puan Halimah ${number}`, relationship: 'mother', identity_type: 'nric' },
    ...{ phone: `+6014${String(1_000_000 + number)}`, email: `halimah-${number}@family.test` },
    ...{ preferred_locale: 'my', preferred_channel: 'email' },
    ...applied.parent,
  }
  const parent_row = newId()
  await insert(trx, 'application_parent', {
    ...{ id: parent_row, application_id: row.id, place: 1, name: who.name, relationship: who.relationship },
    ...{ phone: who.phone, email: who.email ?? null },
    answers_sealed: sealedAnswers(keys, 'application_parent', parent_row, who),
  })
  const child: StudentAnswers = {
    ...{ name: `Irfan Hakim ${number}`, born_on: '2017-08-09', gender: 'male', nationality: 'MY' },
    ...{ identity_type: 'birth_cert', birth_cert_no: `AF${10_000 + number}`, daycare: 'none' },
    ...applied.child,
  }
  const found = applied.subject_id
    ? await trx
        .selectFrom('subject')
        .select(['id', 'branch_id'])
        .where('id', '=', applied.subject_id)
        .executeTakeFirstOrThrow()
    : await subject(trx)
  const line_id = newId()
  const line = await insert(trx, 'application_student', {
    ...{ id: line_id, application_id: row.id, place: 1, name: child.name, born_on: child.born_on },
    ...{ gender: child.gender, birth_cert_no: child.birth_cert_no ?? null, branch_id: found.branch_id },
    answers_sealed: sealedAnswers(keys, 'application_student', line_id, child),
    ...applied.line,
  })
  await insert(trx, 'application_subject', { application_student_id: line_id, subject_id: found.id })
  return { ...row, parent_row, line, subject_id: found.id }
}
