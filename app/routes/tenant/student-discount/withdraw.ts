import { redirect } from '@remix-run/node'
import { noFields } from '#app/domain/fields.ts'
import { withdrawDiscount } from '#app/domain/student-discounts/give-and-decide.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = {
  access: { any: ['student_discount.create', 'student_discount.request'] },
} satisfies Handle

export const loader = () => redirect(paths.studentDiscount.list())

export const action = rowVerb(
  noFields,
  'not_found.student_discount',
  paths.studentDiscount.view,
  async ({ trx, actor, context }, { id }) => {
    const scope = context.scope('student_discount.view')
    const { student: name, discount } = await withdrawDiscount(trx, actor, scope, id)
    return redirectWith(paths.studentDiscount.view(id), 'student_discount_withdrawn', { name, discount })
  },
)
