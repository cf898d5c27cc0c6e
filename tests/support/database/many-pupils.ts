import { sql } from 'kysely'
import type { Trx } from './factories.ts'

/**
 * Students of families of their own who sit in a class, many at a time. `mark` tells those of one call from those of
 * another.
 */
export async function manyPupils(trx: Trx, subject_id: string, count: number, mark = 'A'): Promise<void> {
  await sql`
    with made as (
      select gen_random_uuid() as student_id, gen_random_uuid() as parent_id, n
      from generate_series(1, ${count}::int) as n
    ), place as (
      select id from branch order by created_at limit 1
    ), pupil as (
      insert into student (id, student_no, name, identity_type, birth_cert_no, born_on, gender, registered_on, branch_id)
      select student_id, ${mark} || n, 'Nur Aisyah ' || ${mark} || n, 'birth_cert', 'BC' || ${mark} || n, '2016-05-04',
        'female', '2026-01-05', place.id
      from made cross join place
    ), payer as (
      insert into parent (id, name, phone, email, relationship, family_code)
      select parent_id, 'Razak ' || ${mark} || n, '+6011' || (20000000 + n), 'razak' || n || '@family.test', 'father',
        ${mark} || lpad(n::text, 7, '0')
      from made
    ), paying as (
      insert into student_parent (student_id, parent_id, relationship, is_primary, is_payer)
      select student_id, parent_id, 'father', true, true from made
    )
    insert into enrolment (id, student_id, subject_id, starts_on)
    select gen_random_uuid(), student_id, ${subject_id}::uuid, '2026-01-05' from made`.execute(trx)
}
