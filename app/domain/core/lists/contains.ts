import type { ExpressionBuilder, ReferenceExpression } from 'kysely'
import { containing } from './list.ts'

/** True of a row in which one of these columns holds what was typed, whatever the case. */
export function contains<D, T extends keyof D>(
  eb: ExpressionBuilder<D, T>,
  typed: string,
  columns: readonly ReferenceExpression<D, T>[],
) {
  return eb.or(columns.map((column) => eb(column, 'ilike', containing(typed))))
}
