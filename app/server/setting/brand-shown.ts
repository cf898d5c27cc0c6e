import { organisationOf } from '#app/domain/billing/invoices/invoice-document.ts'
import { textIn } from '#app/domain/core/translated.ts'
import { type BrandPicture, brandPictureNames, brandPictures } from '#app/domain/organisation/brand/brand.ts'
import { entityProfile } from '#app/domain/organisation/entities/find-entity.ts'
import { brandPicture, paths } from '#app/paths.ts'
import { brandPreviews } from '#app/print/brand/brand-previews.tsx'
import { tenantOf } from '#app/server/api/tenant.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** What is not saved yet: a colour, or a picture as an address. */
interface Choice {
  colour?: string | null
  picture?: { name: BrandPicture; address: string }
}

/** The pages and papers of an organisation in its brand, or in what it would be with a choice that is not saved. */
export async function brandShown(context: RequestContext, choice: Choice = {}) {
  const db = await context.read()
  const [row, organisation] = [await entityProfile(db, tenantOf(context).id), await organisationOf(db)]
  const addressOf = (name: BrandPicture) =>
    choice.picture?.name === name
      ? choice.picture.address
      : brandPicture(name, row[brandPictures[name].column])
  const pictures = Object.fromEntries(brandPictureNames.map((name) => [name, addressOf(name)]))
  const { logo = null, banner = null, background = null } = pictures
  const colour = choice.colour === undefined ? row.theme_colour : choice.colour
  const { contact_phone: phone, contact_email: email } = row
  const hours = textIn(row, 'opening_hours', context.locale)
  const previews = brandPreviews({
    ...{ i18n: context.i18n, organisation, origin: context.site.origin, today: context.today },
    page: {
      locale: context.locale,
      organisation: {
        ...{ name: row.name, locale: row.default_locale, logo, banner, background, colour },
        ...{ href: paths.dashboard(), contact: { phone, email, hours } },
      },
    },
  })
  return { previews, colour, background }
}
