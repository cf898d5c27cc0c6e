import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import type { Find } from '#app/domain/catalogue/crud/crud-verbs.ts'
import { imageOf, imageSide, setImage } from '#app/domain/catalogue/images/image.ts'
import { pictureForm } from '#app/domain/core/fields.ts'
import type { PicturedNoun } from '#app/domain/core/resources.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { idOf } from '#app/server/routing/params.ts'
import { pictureAnswer, removePicture, savePicture } from './pictures.ts'

/** The picture of a row whom the reader may change. */
const imageOfRow =
  (context: RequestContext, noun: PicturedNoun, id: string): Parameters<typeof savePicture>[2] =>
  (trx, key) =>
    setImage(trx, context.actor, noun, context.scope(`${noun}.edit`), id, key)

/** What the page of a new picture shows. */
export const openImage =
  (noun: PicturedNoun, find: Find<{ name: string; image_file: string | null }>) =>
  async ({ params, context }: LoaderFunctionArgs) => {
    const id = idOf(params, `not_found.${noun}`)
    const { name, image_file } = await find(await context.read(), context.scope(`${noun}.edit`), id)
    return { id, name, image_file }
  }

export const imageAction = (noun: PicturedNoun) => (args: ActionFunctionArgs) =>
  answerForm(
    args,
    pictureForm,
    async ({ picture }) => {
      const id = idOf(args.params, `not_found.${noun}`)
      await savePicture(args.context, picture, imageOfRow(args.context, noun, id), imageSide)
      return redirectWith(paths[noun].view(id), 'image_saved')
    },
    { secrets: ['picture'] },
  )

/** The address of a verb is no page; who comes by a link is led to the list. */
export const leadFromImage = (noun: PicturedNoun) => () => redirect(paths[noun].list())

export const removeImageAction =
  (noun: PicturedNoun) =>
  async ({ params, context }: ActionFunctionArgs) => {
    const id = idOf(params, `not_found.${noun}`)
    await removePicture(context, imageOfRow(context, noun, id))
    return redirectWith(paths[noun].view(id), 'image_removed')
  }

/** The picture itself, for whoever may look at the row. */
export const imageAnswer =
  (noun: PicturedNoun) =>
  async ({ params, context }: LoaderFunctionArgs) => {
    const id = idOf(params, 'not_found.picture')
    const key = await imageOf(await context.read(), noun, context.scope(`${noun}.view`), id)
    return pictureAnswer(context, key)
  }
