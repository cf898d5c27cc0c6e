import type { LoaderFunctionArgs } from '@remix-run/node'
import { offeredImage } from '#app/domain/catalogue/images/image.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { picturedNouns } from '#app/domain/core/resources.ts'
import { pictureAnswer } from '#app/server/documents/pictures.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The picture of a program or a class that families may register for, or of what one may give for; for anybody. */
export const handle = { access: 'guest' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const noun = picturedNouns.find((one) => one === params.noun)
  if (!noun) throw new Refusal('not_found.picture')
  const key = await offeredImage(await context.read(), noun, idOf(params, 'not_found.picture'))
  return pictureAnswer(context, key)
}
