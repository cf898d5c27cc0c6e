import type { ImportKindName } from './import.ts'
import type { AnyKind } from './kind.ts'
import { balances } from './kinds/balances.server.ts'
import { enrolments } from './kinds/enrolments.server.ts'
import { staff } from './kinds/staff.server.ts'
import { students } from './kinds/students.server.ts'
import { subjects } from './kinds/subjects.server.ts'
import { trainers } from './kinds/trainers.server.ts'

const kinds: Record<ImportKindName, AnyKind> = { students, enrolments, staff, trainers, subjects, balances }

export const kindOf = (name: ImportKindName): AnyKind => kinds[name]
