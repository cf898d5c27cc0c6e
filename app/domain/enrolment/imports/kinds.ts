import type { ImportKindName } from './import.ts'
import type { AnyKind } from './kind.ts'
import { balances } from './kinds/balances.ts'
import { staff, trainers } from './kinds/colleagues.ts'
import { enrolments } from './kinds/enrolments.ts'
import { students } from './kinds/students.ts'
import { subjects } from './kinds/subjects.ts'

const kinds: Record<ImportKindName, AnyKind> = { students, enrolments, staff, trainers, subjects, balances }

export const kindOf = (name: ImportKindName): AnyKind => kinds[name]
