import type { Kysely } from 'kysely'
import { z } from 'zod'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import { programOptions } from '#app/domain/catalogue/programs/programs.ts'
import { type Permission, scopeOf } from '#app/domain/core/access/access.ts'
import { isPlainDate } from '#app/domain/core/dates.ts'
import { linkOnly, oneEntry } from '#app/domain/core/lists/filters.ts'
import type { Reader } from '#app/domain/core/lists/list.ts'
import { subjectChoices } from '#app/domain/people/students/find-students.ts'
import type { DB } from '#db/types.ts'

export const inBranch = () =>
  oneEntry('student.branch_id', (db: Kysely<DB>, { scope }: Reader) => branchChoices(db, scope))

export const inProgram = () =>
  oneEntry<Reader>('student.program', (db, _reader, chosen) => programOptions(db, chosen))

export const inSubject = () => oneEntry('student.subject', subjectChoices)

/** Whether a reader may see what was billed and received. */
export const readsMoney = ({ roles }: Pick<Reader, 'roles'>) =>
  scopeOf(roles, 'report_money.view' satisfies Permission) !== undefined

/** Whether a reader may see what classes cost. */
export const readsPrices = ({ roles }: Pick<Reader, 'roles'>) =>
  scopeOf(roles, 'subject_fee.view' satisfies Permission) !== undefined

/** A filter that a figure of another report sets: words and days with a dot between them. */
export const linked = (...parts: readonly z.ZodType<string>[]) =>
  linkOnly(
    z.string().refine((given) => {
      const each = given.split('.')
      return each.length === parts.length && parts.every((part, place) => part.safeParse(each[place]).success)
    }),
  )

export const aDay = z.string().refine(isPlainDate)
