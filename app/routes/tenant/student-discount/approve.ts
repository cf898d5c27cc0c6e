import { redirect } from '@remix-run/node'
import { noFields } from '#app/domain/fields.ts'
import { approveDiscount } from '#app/domain/student-discounts/give-and-decide.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'student_discount.approve' } satisfies Handle

export const loader = () => redirect(paths.studentDiscount.list())

export const action = rowVerb(
  noFields,
  'not_found.student_discount',
  paths.studentDiscount.view,
  async ({ trx, actor, context, today }, { id }) => {
    const scope = context.scope('student_discount.approve')
    const { name, discount } = await approveDiscount(trx, actor, scope, id, today)
    return redirectWith(paths.studentDiscount.view(id), 'student_discount_approved', { name, discount })
  },
)
