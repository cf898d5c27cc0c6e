import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { noFields } from '#app/domain/fields.ts'
import { withdrawDiscount } from '#app/domain/student-discounts/give-and-decide.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = {
  access: { any: ['student_discount.create', 'student_discount.request'] },
} satisfies Handle

export const loader = () => redirect(paths.studentDiscount.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.student_discount')
  const page = paths.studentDiscount.view(id)
  return submitVerb(args, noFields, page, async ({ trx, actor, context }) => {
    const scope = context.scope('student_discount.view')
    const { student: name, discount } = await withdrawDiscount(trx, actor, scope, id)
    return redirectWith(page, 'student_discount_withdrawn', { name, discount })
  })
}
