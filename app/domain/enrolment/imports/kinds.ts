import type { ImportKindName } from './import.ts'
import type { AnyKind } from './kind.ts'
import { balances } from './kinds/balances.ts'
import { enrolments } from './kinds/enrolments.ts'
import { staff } from './kinds/staff.ts'
import { students } from './kinds/students.ts'
import { subjects } from './kinds/subjects.ts'
import { trainers } from './kinds/trainers.ts'

const kinds: Record<ImportKindName, AnyKind> = { students, enrolments, staff, trainers, subjects, balances }

export const kindOf = (name: ImportKindName): AnyKind => kinds[name]
