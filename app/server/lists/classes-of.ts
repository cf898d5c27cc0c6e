import { type BelongingTo, subjectsOf } from '#app/domain/catalogue/subjects/find-subjects.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** The first classes that belong to the row of a page, as far as the reader may see them; none for who sees no classes. */
export async function classesOf(context: RequestContext, belonging: BelongingTo) {
  if (!context.can('subject.view')) return []
  return subjectsOf(await context.read(), context.scope('subject.view'), belonging)
}
