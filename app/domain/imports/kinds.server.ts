import type { ImportKindName } from './import.ts'
import type { AnyKind } from './kind.ts'
import { students } from './kinds/students.server.ts'

const kinds: Partial<Record<ImportKindName, AnyKind>> = { students }

export const kindOf = (name: string): AnyKind => kinds[name as ImportKindName]!
