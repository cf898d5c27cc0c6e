import { type Held, scopeOf } from '#app/domain/core/access/access.ts'

/** Who may decide about applications, in the scope that they have; undefined: nobody of these roles. */
export function decidesAs(
  held: readonly Held[],
  { class_admin_approves }: { class_admin_approves: boolean },
): 'application.approve' | 'application.approve_if_set' | undefined {
  if (scopeOf(held, 'application.approve')) return 'application.approve'
  return class_admin_approves && scopeOf(held, 'application.approve_if_set')
    ? 'application.approve_if_set'
    : undefined
}
